#include "engine/persistence/sqlite_data_file.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/persistence/changes/change_log.hpp"
#include "engine/persistence/damaged_names.hpp"
#include "engine/persistence/history_writer.hpp"
#include "engine/persistence/log_folding.hpp"
#include "engine/persistence/refusals.hpp"
#include "engine/persistence/share_writer.hpp"
#include "engine/persistence/sqlite/counters.hpp"
#include "engine/persistence/sqlite/former_log.hpp"
#include "engine/persistence/sqlite/foundations.hpp"
#include "engine/persistence/sqlite/row_seals.hpp"
#include "engine/persistence/sqlite/row_sets.hpp"
#include "protocol/values/item_flaw.hpp"

namespace stator::engine::persistence {
namespace {

namespace fs = std::filesystem;

// SQLite moves its write-ahead log into the file each time the log has grown by this many pages.
constexpr int kCheckpointPages = 2048;

void set_checkpoints(sqlite::Connection& connection, int pages) {
    connection.execute("PRAGMA wal_autocheckpoint = " + std::to_string(pages));
}

// Recovery is provisional until the journal starts. Its changes are only appended to SQLite's
// write-ahead log, which gets its former content back if loading finds damage.
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
          reader_(std::make_unique<sqlite::SealedReader>(*connection_)),
          journal_options_(std::move(journal_options)) {}

    ~SqliteDataFile() override {
        if (!former_log_) return;
        seals_.reset();
        reader_.reset();
        connection_.reset();
        former_log_->restore();
    }

    // Throws Error, std::system_error and std::runtime_error.
    void recover(LeftOverLogs logs) {
        set_checkpoints(*connection_, 0);
        left_over_ = std::move(logs);
        const bool has_changes = std::ranges::any_of(
            left_over_.unfolded, [](const LeftOverLog& log) { return log.scan.changes > 0; }
        );
        if (has_changes) sqlite::check_pages_of_large_file(*connection_);
        for (const LeftOverLog& log : left_over_.unfolded) {
            begin_changes();
            ChangeWriter writer(*connection_, *seals_);
            fold_log(log.path, log.identity, log.scan.sound_bytes, writer);
        }
        forget_orphans();
    }

    std::vector<StoredTable> tables() override {
        std::vector<StoredTable> tables;
        read([&] {
            sqlite::SealedRows rows(*reader_, sqlite::SealKind::Tables);
            while (const sqlite::Statement* const row = rows.next()) {
                tables.push_back(definition<StoredTable>(*row));
                tables.back().is_backup = row->column_integer(4) != 0;
            }
            for (StoredTable& table : tables) {
                const auto base = rows_of(table.number).base;
                if (base) table.base = BaseNumber{*base};
            }
        });
        return tables;
    }

    void each_item(TableNumber table, const VisitRow& visit) override {
        read([&] { each_row(rows_of(table).own, visit); });
    }

    void each_base_item(BaseNumber base, const VisitRow& visit) override {
        read([&] { each_row(base.value, visit); });
    }

    std::vector<StoredStream> streams() override {
        std::vector<StoredStream> streams;
        read([&] {
            sqlite::SealedRows rows(*reader_, sqlite::SealKind::Streams);
            while (const sqlite::Statement* const row = rows.next()) {
                streams.push_back(definition<StoredStream>(*row));
            }
            add_shares(streams);
        });
        return streams;
    }

    void each_record(StreamNumber stream, const std::function<void(StreamRecordRow row)>& visit)
        override {
        read([&] {
            sqlite::SealedRows rows(*reader_, sqlite::SealKind::Records, stream.value);
            while (const sqlite::Statement* const row = rows.next()) {
                visit({stream, std::string(row->column_bytes(3)), record(*row)});
            }
        });
    }

    void each_change(
        TableNumber table, const std::function<void(const StoredChange& change)>& visit
    ) override {
        read([&] {
            sqlite::SealedRows rows(*reader_, sqlite::SealKind::History, table.value);
            while (const sqlite::Statement* const row = rows.next()) {
                visit(
                    {static_cast<std::uint64_t>(row->column_integer(1)),
                     Instant(row->column_integer(2)),
                     row->column_integer(3) != 0,
                     static_cast<std::uint64_t>(row->column_integer(4)),
                     intact(row->column_bytes(5))}
                );
            }
        });
    }

    void each_entry(const std::function<void(EntryRow row)>& visit) override {
        read([&] {
            sqlite::SealedRows rows(*reader_, sqlite::SealKind::Entries);
            while (const sqlite::Statement* const row = rows.next()) {
                EntryRow entry{
                    std::string(row->column_bytes(0)),
                    {std::string(row->column_bytes(1)), std::string(row->column_bytes(2))},
                    std::string(row->column_bytes(3)),
                    std::string(row->column_bytes(4)),
                };
                if (!row->column_is_null(5)) entry.expires_at = Instant(row->column_integer(5));
                visit(std::move(entry));
            }
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

    const sqlite::TableRows& rows_of(TableNumber table) {
        if (row_sets_.empty()) row_sets_ = sqlite::read_row_sets(*connection_);
        const auto found = row_sets_.find(table.value);
        if (found != row_sets_.end()) return found->second;
        throw sqlite::Error(
            sqlite::ErrorKind::Corrupt,
            "table number " + std::to_string(table.value) + " has no set of rows"
        );
    }

    void add_shares(std::vector<StoredStream>& streams) {
        std::unordered_map<std::uint32_t, StoredStream*> by_number;
        for (StoredStream& stream : streams) by_number[stream.number.value] = &stream;
        sqlite::SealedRows rows(*reader_, sqlite::SealKind::StreamShares);
        while (const sqlite::Statement* const row = rows.next()) {
            const auto found = by_number.find(static_cast<std::uint32_t>(row->column_integer(0)));
            if (found == by_number.end()) continue;
            found->second->shares.push_back(
                {{static_cast<std::uint32_t>(row->column_integer(1))},
                 static_cast<std::uint64_t>(row->column_integer(2))}
            );
        }
    }

    void each_row(std::uint32_t row_set, const VisitRow& visit) {
        sqlite::SealedRows rows(*reader_, sqlite::SealKind::Items, row_set);
        while (const sqlite::Statement* const row = rows.next()) {
            visit(sqlite::row_id_at(row->column_integer(0)), row->column_bytes(1));
        }
    }

    // An intact checksum does not make an image valid, because the file may come from an untrusted
    // source.
    static std::string_view intact(std::string_view payload) {
        if (const auto flaw = values::flaw_of_item(payload)) {
            throw sqlite::Error(sqlite::ErrorKind::Corrupt, "the image of an item: " + *flaw);
        }
        return payload;
    }

    static values::ItemImagePtr image(const sqlite::Statement& row, int column) {
        if (row.column_is_null(column)) return nullptr;
        return values::ItemImage::create(intact(row.column_bytes(column)));
    }

    // A row of stream_records.
    static model::StreamRecord record(const sqlite::Statement& row) {
        constexpr auto kLastEvent = static_cast<std::int64_t>(model::StreamEvent::Remove);
        model::StreamRecord record;
        record.position.commit = static_cast<std::uint64_t>(row.column_integer(1));
        record.position.ordinal = static_cast<std::uint32_t>(row.column_integer(2));
        record.time = Instant(row.column_integer(4));
        const std::int64_t event = row.column_integer(5);
        record.event = static_cast<model::StreamEvent>(event);
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

    // Keeps a file that is no longer used under a name that marks it as damaged.
    static void set_aside(const std::string& path) {
        fs::rename(path, path + damaged_suffix({path}));
    }

    // Called before each provisional change.
    void begin_changes() {
        if (former_log_) return;
        connection_->set_checkpoint_on_close(false);
        former_log_.emplace(path_ + "-wal");
    }

    // Rows without a definition may also indicate damage, which is found here or by loading.
    void forget_orphans() {
        ShareWriter shares(*connection_, *seals_);
        HistoryWriter histories(*connection_);
        const ShareWriter::Orphans orphans = shares.find_orphans();
        const std::vector<std::uint32_t> old_histories = histories.find_orphans();
        if (orphans.is_empty() && old_histories.empty()) return;
        for (const std::uint32_t row_set : shares.row_sets_of(orphans)) {
            expect_intact(sqlite::SealKind::Items, row_set);
        }
        for (const std::uint32_t table : old_histories) {
            expect_intact(sqlite::SealKind::History, table);
        }
        begin_changes();
        sqlite::SealedTransaction transaction(*connection_, *seals_);
        shares.forget(orphans);
        for (const std::uint32_t table : old_histories) histories.forget_table(table);
        transaction.commit();
    }

    void expect_intact(sqlite::SealKind kind, std::uint32_t number) {
        sqlite::SealedRows rows(*reader_, kind, number);
        while (rows.next() != nullptr) continue;
    }

    // Removes the change logs only after the checkpoint has moved their batches out of SQLite's own
    // log, which is not always forced to the disk.
    void finish_recovery() {
        // Once SQLite has begun to move its log into the file, the file needs that log, even if
        // moving fails.
        const bool has_changes = former_log_.has_value();
        former_log_.reset();
        if (has_changes) connection_->checkpoint();
        set_checkpoints(*connection_, kCheckpointPages);
        connection_->set_checkpoint_on_close(true);
        for (const std::string& path : left_over_.cut_off) set_aside(path);
        for (const LeftOverLog& log : left_over_.unfolded) {
            if (fs::exists(log.path)) changes::remove_log(log.path);
        }
        for (const std::string& path : left_over_.spent) changes::remove_log(path);
    }

    // Converts errors while reading into UnreadableDataFile with a message for the user.
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
    std::unique_ptr<sqlite::SealedReader> reader_;
    const SqliteJournal::Options journal_options_;
    LeftOverLogs left_over_;
    std::unordered_map<std::uint32_t, sqlite::TableRows> row_sets_;  // by table; read when needed
    // Set while there are provisional changes.
    std::optional<sqlite::FormerLog> former_log_;
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
