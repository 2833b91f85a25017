#include "engine/persistence/sqlite_data_file.hpp"

#include <filesystem>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/persistence/changes/change_log.hpp"
#include "engine/persistence/history_writer.hpp"
#include "engine/persistence/log_folding.hpp"
#include "engine/persistence/refusals.hpp"
#include "engine/persistence/share_writer.hpp"
#include "engine/persistence/sqlite/counters.hpp"
#include "engine/persistence/sqlite/row_seals.hpp"
#include "protocol/values/item_flaw.hpp"

namespace stator::engine::persistence {
namespace {

namespace fs = std::filesystem;

// SQLite's write-ahead log is moved into the file each time it has grown by this many pages.
constexpr int kCheckpointPages = 2048;

void set_checkpoints(sqlite::Connection& connection, int pages) {
    connection.execute("PRAGMA wal_autocheckpoint = " + std::to_string(pages));
}

// Recovery is provisional until the journal starts. The changes of left-over logs are only written
// into SQLite's write-ahead log, so that neither file has changed if loading finds damage.
class SqliteDataFile final : public DataFile {
public:
    SqliteDataFile(
        DirectoryLock lock,
        std::string path,
        std::unique_ptr<sqlite::Connection> connection,
        SqliteJournal::Options journal_options
    )
        : lock_(std::move(lock)),
          path_(std::move(path)),
          connection_(std::move(connection)),
          seals_(std::make_unique<sqlite::RowSeals>(*connection_)),
          journal_options_(std::move(journal_options)) {}

    ~SqliteDataFile() override {
        if (!is_recovering_) return;
        connection_->set_checkpoint_on_close(false);
        seals_.reset();
        connection_.reset();
        std::error_code error;
        fs::remove(path_ + "-wal", error);
    }

    // Throws Error, std::system_error and std::runtime_error.
    void recover(LeftOverLogs logs) {
        set_checkpoints(*connection_, kCheckpointPages);
        left_over_ = std::move(logs);
        if (!left_over_.unfolded.empty()) {
            connection_->checkpoint();
            set_checkpoints(*connection_, 0);
            is_recovering_ = true;
            for (const LeftOverLog& log : left_over_.unfolded) {
                ChangeWriter writer(*connection_, *seals_);
                fold_log(log.path, log.identity, log.scan.sound_bytes, writer);
            }
        }
        ShareWriter(*connection_, *seals_).forget_orphans();
        sqlite::SealedTransaction transaction(*connection_, *seals_);
        HistoryWriter(*connection_).forget_orphans();
        transaction.commit();
    }

    std::vector<StoredTable> tables() override {
        std::vector<StoredTable> tables;
        read([&] {
            sqlite::Statement select(
                *connection_,
                "SELECT number, universe, region, definition, is_backup, sum FROM tables"
                " ORDER BY number"
            );
            sqlite::SealedRows sealed(*connection_, sqlite::SealKind::Tables);
            while (select.step()) {
                sealed.check(select, 5);
                tables.push_back(definition<StoredTable>(select));
                tables.back().is_backup = select.column_integer(4) != 0;
            }
            sealed.finish();
            const auto bases = read_bases();
            for (StoredTable& table : tables) {
                const auto base = bases.find(table.number.value);
                if (base != bases.end()) table.base = BaseNumber{base->second};
            }
        });
        return tables;
    }

    void each_item(TableNumber table, const VisitRow& visit) override {
        each_row(items_table_name(table.value), sqlite::SealKind::Items, table.value, visit);
    }

    void each_base_item(BaseNumber base, const VisitRow& visit) override {
        each_row(base_table_name(base.value), sqlite::SealKind::BaseRows, base.value, visit);
    }

    std::vector<StoredStream> streams() override {
        std::vector<StoredStream> streams;
        read([&] {
            sqlite::Statement select(
                *connection_,
                "SELECT number, universe, region, definition, sum FROM streams ORDER BY number"
            );
            sqlite::SealedRows sealed(*connection_, sqlite::SealKind::Streams);
            while (select.step()) {
                sealed.check(select, 4);
                streams.push_back(definition<StoredStream>(select));
            }
            sealed.finish();
            add_shares(streams);
        });
        return streams;
    }

    void each_record(StreamNumber stream, const std::function<void(StreamRecordRow row)>& visit)
        override {
        read([&] {
            sqlite::Statement select(
                *connection_,
                "SELECT stream, sequence, ordinal, shard_id, time_ms, event, by_time_to_live, keys,"
                " old_image, new_image, sum FROM stream_records WHERE stream = ?1"
                " ORDER BY sequence, ordinal"
            );
            select.bind(1, stream.value);
            sqlite::SealedRows sealed(*connection_, sqlite::SealKind::Records, stream.value);
            while (select.step()) {
                sealed.check(select, 10);
                visit({stream, std::string(select.column_bytes(3)), record(select)});
            }
            sealed.finish();
        });
    }

    void each_change(
        TableNumber table, const std::function<void(const StoredChange& change)>& visit
    ) override {
        read([&] {
            sqlite::Statement select(
                *connection_,
                "SELECT table_number, position, time_ms, is_insertion, row_id, image, sum"
                " FROM item_history WHERE table_number = ?1 ORDER BY position"
            );
            select.bind(1, table.value);
            sqlite::SealedRows sealed(*connection_, sqlite::SealKind::History, table.value);
            while (select.step()) {
                sealed.check(select, 6);
                visit(
                    {static_cast<std::uint64_t>(select.column_integer(1)),
                     Instant(select.column_integer(2)),
                     select.column_integer(3) != 0,
                     static_cast<std::uint64_t>(select.column_integer(4)),
                     intact(select.column_bytes(5))}
                );
            }
            sealed.finish();
        });
    }

    void each_entry(const std::function<void(EntryRow row)>& visit) override {
        read([&] {
            sqlite::Statement select(
                *connection_,
                "SELECT section, universe, region, key, value, expires_ms, sum FROM entries"
                " ORDER BY section, universe, region, key"
            );
            sqlite::SealedRows sealed(*connection_, sqlite::SealKind::Entries);
            while (select.step()) {
                sealed.check(select, 6);
                EntryRow row{
                    std::string(select.column_bytes(0)),
                    {std::string(select.column_bytes(1)), std::string(select.column_bytes(2))},
                    std::string(select.column_bytes(3)),
                    std::string(select.column_bytes(4)),
                };
                if (!select.column_is_null(5)) row.expires_at = Instant(select.column_integer(5));
                visit(std::move(row));
            }
            sealed.finish();
        });
    }

    SequenceNumber last_sequence() override { return {counter(sqlite::kLastSequence)}; }

    TableNumber last_table_number() override {
        return {static_cast<std::uint32_t>(counter(sqlite::kLastTableNumber))};
    }

    std::unique_ptr<Journal> start_journal(JournalLog log) override {
        std::unique_ptr<Journal> journal;
        read([&] {
            finish_recovery();
            for (const std::string& note : left_over_.notes) {
                if (log) log(JournalSeverity::Warning, note);
            }
            journal = std::make_unique<SqliteJournal>(
                *connection_, *seals_, journal_options_, std::move(log)
            );
        });
        return journal;
    }

private:
    // A row of `tables` or of `streams`, whose first columns are the same.
    template <class Stored>
    static Stored definition(const sqlite::Statement& row) {
        return {
            {static_cast<std::uint32_t>(row.column_integer(0))},
            {std::string(row.column_bytes(1)), std::string(row.column_bytes(2))},
            std::string(row.column_bytes(3)),
        };
    }

    // By table.
    std::unordered_map<std::uint32_t, std::uint32_t> read_bases() {
        std::unordered_map<std::uint32_t, std::uint32_t> bases;
        sqlite::Statement select(
            *connection_, "SELECT number, base, sum FROM table_shares ORDER BY number"
        );
        sqlite::SealedRows sealed(*connection_, sqlite::SealKind::TableShares);
        while (select.step()) {
            sealed.check(select, 2);
            bases[static_cast<std::uint32_t>(select.column_integer(0))] =
                static_cast<std::uint32_t>(select.column_integer(1));
        }
        sealed.finish();
        return bases;
    }

    void add_shares(std::vector<StoredStream>& streams) {
        std::unordered_map<std::uint32_t, StoredStream*> by_number;
        for (StoredStream& stream : streams) by_number[stream.number.value] = &stream;
        sqlite::Statement select(
            *connection_,
            "SELECT stream, source, last_commit, sum FROM stream_shares"
            " ORDER BY stream, last_commit, source"
        );
        sqlite::SealedRows sealed(*connection_, sqlite::SealKind::StreamShares);
        while (select.step()) {
            sealed.check(select, 3);
            const auto found = by_number.find(static_cast<std::uint32_t>(select.column_integer(0)));
            if (found == by_number.end()) continue;
            found->second->shares.push_back(
                {{static_cast<std::uint32_t>(select.column_integer(1))},
                 static_cast<std::uint64_t>(select.column_integer(2))}
            );
        }
        sealed.finish();
    }

    void each_row(
        const std::string& name, sqlite::SealKind kind, std::uint32_t number, const VisitRow& visit
    ) {
        read([&] {
            sqlite::Statement select(
                *connection_, "SELECT row_id, image, sum FROM " + name + " ORDER BY row_id"
            );
            sqlite::SealedRows sealed(*connection_, kind, number);
            while (select.step()) {
                sealed.check(select, 2);
                const auto row_id = static_cast<std::uint64_t>(select.column_integer(0));
                visit(row_id, select.column_bytes(1));
            }
            sealed.finish();
        });
    }

    // An intact checksum does not make an image valid: the file may come from anywhere.
    static std::string_view intact(std::string_view payload) {
        if (const auto flaw = protocol::values::flaw_of_item(payload)) {
            throw sqlite::Error(sqlite::ErrorKind::Corrupt, "the image of an item: " + *flaw);
        }
        return payload;
    }

    static protocol::values::ItemImagePtr image(const sqlite::Statement& row, int column) {
        if (row.column_is_null(column)) return nullptr;
        return protocol::values::ItemImage::create(intact(row.column_bytes(column)));
    }

    // A row of stream_records.
    static protocol::model::StreamRecord record(const sqlite::Statement& row) {
        constexpr auto kLastEvent = static_cast<std::int64_t>(protocol::model::StreamEvent::Remove);
        protocol::model::StreamRecord record;
        record.position.commit = static_cast<std::uint64_t>(row.column_integer(1));
        record.position.ordinal = static_cast<std::uint32_t>(row.column_integer(2));
        record.time = Instant(row.column_integer(4));
        const std::int64_t event = row.column_integer(5);
        record.event = static_cast<protocol::model::StreamEvent>(event);
        record.by_time_to_live = row.column_integer(6) != 0;
        record.keys = image(row, 7);
        record.old_image = image(row, 8);
        record.new_image = image(row, 9);
        if (event < 0 || event > kLastEvent || record.keys == nullptr) {
            throw sqlite::Error(sqlite::ErrorKind::Corrupt, "a record of a stream cannot be read");
        }
        return record;
    }

    std::uint64_t counter(std::string_view key) {
        std::uint64_t value = 0;
        read([&] { value = sqlite::read_counter(*connection_, key); });
        return value;
    }

    // Keeps a file that is no longer of use, under a name of its own.
    static void set_aside(const std::string& path) {
        std::string name = path + ".damaged";
        for (int number = 2; fs::exists(name); ++number) {
            name = path + ".damaged-" + std::to_string(number);
        }
        fs::rename(path, name);
    }

    // Not before the batches have left SQLite's own log, which is not always forced.
    void finish_recovery() {
        // Once SQLite has begun to move its log into the file, the file needs that log.
        if (std::exchange(is_recovering_, false)) {
            connection_->checkpoint();
            set_checkpoints(*connection_, kCheckpointPages);
        }
        for (const std::string& path : left_over_.cut_off) set_aside(path);
        for (const LeftOverLog& log : left_over_.unfolded) {
            if (fs::exists(log.path)) changes::remove_log(log.path);
        }
        for (const std::string& path : left_over_.spent) changes::remove_log(path);
    }

    // Turns what SQLite meets while reading into the sentence that UnreadableDataFile promises.
    template <class Work>
    void read(const Work& work) {
        try {
            work();
        } catch (const sqlite::Error& error) {
            throw UnreadableDataFile(explain(path_, error));
        } catch (const std::system_error& error) {
            throw UnreadableDataFile(explain(journal_options_.directory, error));
        }
    }

    const DirectoryLock lock_;  // released last
    const std::string path_;
    std::unique_ptr<sqlite::Connection> connection_;
    std::unique_ptr<sqlite::RowSeals> seals_;
    const SqliteJournal::Options journal_options_;
    LeftOverLogs left_over_;
    bool is_recovering_ = false;
};

}  // namespace

std::unique_ptr<DataFile> take_into_use(
    DirectoryLock lock,
    std::string path,
    std::unique_ptr<sqlite::Connection> connection,
    SqliteJournal::Options journal_options,
    LeftOverLogs logs
) {
    auto file = std::make_unique<SqliteDataFile>(
        std::move(lock), std::move(path), std::move(connection), std::move(journal_options)
    );
    file->recover(std::move(logs));
    return file;
}

}  // namespace stator::engine::persistence
