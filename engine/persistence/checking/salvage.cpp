#include "engine/persistence/checking/salvage.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/persistence/checking/content_check.hpp"
#include "engine/persistence/checking/file_check.hpp"
#include "engine/persistence/checking/row_salvage.hpp"
#include "engine/persistence/checking/sum_check.hpp"
#include "engine/persistence/left_over_logs.hpp"
#include "engine/persistence/sqlite/connection.hpp"
#include "engine/persistence/sqlite/counters.hpp"
#include "engine/persistence/sqlite/migrations.hpp"
#include "engine/persistence/sqlite/row_sets.hpp"
#include "protocol/model/stream_definition.hpp"

namespace stator::engine::persistence::checking {
namespace {

using values::ItemImage;
using values::ItemImagePtr;

// The most bytes that may wait to be written to the new file.
constexpr std::size_t kQueuedBytesMax = 64U << 20U;

std::uint64_t unsigned_column(const sqlite::Statement& row, int column) {
    return static_cast<std::uint64_t>(row.column_integer(column));
}

std::string text_column(const sqlite::Statement& row, int column) {
    return std::string(row.column_bytes(column));
}

// Returns a function that encodes the columns that identify a row, so that two different rows never
// have the same key.
std::function<std::string(const sqlite::Statement& row)> key_of(int columns) {
    return [columns](const sqlite::Statement& row) {
        std::string key;
        for (int column = 0; column < columns; ++column) {
            const std::string_view bytes = row.column_bytes(column);
            key.append(std::to_string(bytes.size())).append(":").append(bytes);
        }
        return key;
    };
}

// Reads the copy and appends to the new file's journal.
class Salvage {
public:
    Salvage(sqlite::Connection& from, Journal& to, const AcceptsEntry& accepts, Report& report)
        : from_(from), to_(to), accepts_(accepts), report_(report) {}

    void run() {
        read_numbers();
        read_row_sets();
        for (const StoredTable& stored : read_tables()) save_table(stored);
        save_streams();
        save_entries();
        ChangeBatch last;
        last.sequence = {last_sequence_};
        to_.append(std::move(last));
    }

private:
    void lose(const std::string& line) { report_.problems.push_back(line); }

    TellLost losing(const std::string& name) {
        return
            [this, name](const std::string& rows) { lose(name + ": " + rows + " cannot be read"); };
    }

    void append(ChangeBatch batch) {
        batch.sequence = {std::max<std::uint64_t>(last_sequence_, 1)};
        to_.append(std::move(batch));
        if (to_.queued_bytes() > kQueuedBytesMax) to_.flush();
    }

    void read_numbers() {
        salvage_query(
            from_,
            "SELECT key, value FROM meta WHERE sum = row_sum(key, value)",
            "key",
            key_of(1),
            [&](const sqlite::Statement& row) {
                if (row.column_bytes(0) == "last_sequence")
                    last_sequence_ = unsigned_column(row, 1);
            },
            losing("meta")
        );
    }

    void read_row_sets() {
        salvage_query(
            from_,
            "SELECT number, own, base FROM row_sets WHERE sum = row_sum(number, own, base)",
            "number",
            key_of(1),
            [&](const sqlite::Statement& row) {
                row_sets_[static_cast<std::uint32_t>(row.column_integer(0))] =
                    sqlite::table_rows(row);
            },
            losing("row_sets")
        );
    }

    std::vector<StoredTable> read_tables() {
        std::vector<StoredTable> tables;
        salvage_query(
            from_,
            "SELECT number, universe, region, definition, is_backup FROM tables"
            " WHERE sum = row_sum(number, universe, region, definition, is_backup)",
            "number",
            key_of(1),
            [&](const sqlite::Statement& row) {
                StoredTable table{
                    {static_cast<std::uint32_t>(row.column_integer(0))},
                    {text_column(row, 1), text_column(row, 2)},
                    text_column(row, 3)};
                table.is_backup = row.column_integer(4) != 0;
                tables.push_back(std::move(table));
            },
            losing("the list of tables")
        );
        return tables;
    }

    void save_table(const StoredTable& stored) {
        const auto table = check_definition(stored, report_);
        if (!table) return;
        ChangeBatch definition;
        definition.definitions.push_back(
            {stored.number, stored.place, stored.definition, stored.is_backup}
        );
        append(std::move(definition));
        ItemCheck items(*table, report_);
        std::unordered_set<std::uint64_t> own;
        const auto save = [&](std::uint64_t row_id, std::string_view payload) {
            if (!items.is_sound(row_id, payload)) return;
            const auto image = ItemImage::create(payload);
            ChangeBatch batch;
            batch.rows.push_back({stored.number, row_id, image});
            append(std::move(batch));
        };
        const auto found = row_sets_.find(stored.number.value);
        if (found == row_sets_.end()) {
            lose(table->name + ": which rows it has cannot be read");
            return save_history(*table);
        }
        const sqlite::TableRows rows = found->second;
        salvage_rows(
            from_,
            rows.own,
            [&](std::uint64_t row_id, std::string_view payload) {
                own.insert(row_id);
                if (!payload.empty() || !rows.base) save(row_id, payload);
            },
            losing(table->name)
        );
        if (rows.base) {
            salvage_rows(
                from_,
                *rows.base,
                [&](std::uint64_t row_id, std::string_view payload) {
                    if (!own.contains(row_id)) save(row_id, payload);
                },
                losing(table->name)
            );
        }
        save_history(*table);
    }

    void save_history(const CheckedTable& table) {
        const TableNumber number = table.stored.number;
        salvage_query(
            from_,
            "SELECT position, time_ms, is_insertion, row_id, image FROM item_history"
            " WHERE sum = row_sum(table_number, position, time_ms, is_insertion, row_id, image)"
            " AND table_number = " +
                std::to_string(number.value),
            "position",
            key_of(1),
            [&](const sqlite::Statement& row) {
                const std::uint64_t position = unsigned_column(row, 0);
                if (!check_change(table, position, row.column_bytes(4), report_)) return;
                HistoryRow change{number, position};
                change.time = Instant(row.column_integer(1));
                change.is_insertion = row.column_integer(2) != 0;
                change.row_id = unsigned_column(row, 3);
                change.image = ItemImage::create(row.column_bytes(4));
                ChangeBatch batch;
                batch.history.push_back(std::move(change));
                append(std::move(batch));
            },
            losing("history of " + table.name)
        );
    }

    void save_streams() {
        std::vector<StoredStream> streams;
        salvage_query(
            from_,
            "SELECT number, universe, region, definition FROM streams"
            " WHERE sum = row_sum(number, universe, region, definition)",
            "number",
            key_of(1),
            [&](const sqlite::Statement& row) {
                streams.push_back(
                    {{static_cast<std::uint32_t>(row.column_integer(0))},
                     {text_column(row, 1), text_column(row, 2)},
                     text_column(row, 3)}
                );
            },
            losing("the list of streams")
        );
        for (const StoredStream& stored : streams) save_stream(stored);
    }

    void save_stream(const StoredStream& stored) {
        const std::string number = std::to_string(stored.number.value);
        const auto description = model::decode_stream_definition(stored.definition);
        if (!description) {
            return lose("stream number " + number + ": its definition cannot be read");
        }
        ChangeBatch definition;
        definition.streams.push_back({stored.number, stored.place, stored.definition});
        append(std::move(definition));
        // The stream's own records, and those of other streams up to the commit at which it was
        // copied.
        salvage_query(
            from_,
            "SELECT sequence, ordinal, shard_id, time_ms, event, by_time_to_live, keys, old_image,"
            " new_image FROM stream_records"
            " WHERE sum = row_sum(stream, sequence, ordinal, shard_id, time_ms, event,"
            " by_time_to_live, keys, old_image, new_image) AND (stream = " +
                number +
                " OR EXISTS (SELECT 1 FROM stream_shares WHERE stream_shares.stream = " + number +
                " AND source = stream_records.stream AND sequence <= last_commit"
                " AND stream_shares.sum = row_sum(stream_shares.stream, source, last_commit)))",
            "sequence, ordinal",
            key_of(2),
            [&](const sqlite::Statement& row) { save_record(stored.number, row); },
            losing("stream number " + number)
        );
    }

    void save_record(StreamNumber stream, const sqlite::Statement& row) {
        const std::string name = "stream number " + std::to_string(stream.value);
        if (const auto flaw = flaw_of_record(row, 4, 6)) {
            return lose(
                name + ": the record of commit " + std::to_string(row.column_integer(0)) +
                " cannot be read: " + *flaw
            );
        }
        StreamRecordRow saved{stream, text_column(row, 2), {}};
        model::StreamRecord& record = saved.record;
        record.position = {
            unsigned_column(row, 0), static_cast<std::uint32_t>(row.column_integer(1))};
        record.time = Instant(row.column_integer(3));
        record.event = static_cast<model::StreamEvent>(row.column_integer(4));
        record.by_time_to_live = row.column_integer(5) != 0;
        const auto image = [&](int column) -> ItemImagePtr {
            if (row.column_is_null(column)) return nullptr;
            return ItemImage::create(row.column_bytes(column));
        };
        record.keys = image(6);
        record.old_image = image(7);
        record.new_image = image(8);
        last_sequence_ = std::max(last_sequence_, record.position.commit);
        ChangeBatch batch;
        batch.records.push_back(std::move(saved));
        append(std::move(batch));
    }

    void save_entries() {
        salvage_query(
            from_,
            "SELECT section, universe, region, key, value, expires_ms FROM entries"
            " WHERE sum = row_sum(section, universe, region, key, value, expires_ms)",
            "section, universe, region, key",
            key_of(4),
            [&](const sqlite::Statement& row) {
                EntryRow entry{
                    text_column(row, 0),
                    {text_column(row, 1), text_column(row, 2)},
                    text_column(row, 3),
                    text_column(row, 4)};
                if (!row.column_is_null(5)) entry.expires_at = Instant(row.column_integer(5));
                if (!check_entry(entry, accepts_, report_)) return;
                ChangeBatch batch;
                batch.entries.push_back(std::move(entry));
                append(std::move(batch));
            },
            losing("entries")
        );
    }

    sqlite::Connection& from_;
    Journal& to_;
    const AcceptsEntry& accepts_;
    Report& report_;
    std::uint64_t last_sequence_ = 0;
    std::map<std::uint32_t, sqlite::TableRows> row_sets_;  // by table
};

LeftOverLogs find_logs(sqlite::Connection& from, const WorkingCopy& copy) {
    try {
        return find_left_over_logs(from, copy.directory());
    } catch (const sqlite::Error&) {  // a counter is damaged, as the report says
        return find_logs_by_their_headers(copy.directory());
    }
}

DataFileError not_written(const std::string& directory, const std::string& reason) {
    return {
        "The new data file in " + directory + " cannot be written (" + reason +
        "): name another directory with --to."};
}

// Returns the batch as it was first appended to the journal.
ChangeBatch with_rows(const ChangeBatch& stored, std::span<const changes::StoredRow> rows) {
    ChangeBatch batch = stored;
    for (const changes::StoredRow& row : rows) {
        const auto image = row.payload.empty() ? nullptr : ItemImage::create(row.payload);
        batch.rows.push_back({{row.table}, row.row_id, image});
    }
    return batch;
}

// The sound changes of the logs come last, after everything that is in the data file.
void save_logs(const LeftOverLogs& logs, Journal& to) {
    for (const LeftOverLog& log : logs.unfolded) {
        changes::read_log(
            log.path,
            log.identity,
            log.scan.sound_bytes,
            [&](const changes::StoredBatches& stored) {
                std::span<const changes::StoredRow> rows = stored.rows;
                for (std::size_t i = 0; i < stored.batches.size(); ++i) {
                    const std::size_t count = stored.row_counts[i];
                    to.append(with_rows(stored.batches[i], rows.first(count)));
                    rows = rows.subspan(count);
                }
                if (to.queued_bytes() > kQueuedBytesMax) to.flush();
            }
        );
    }
}

}  // namespace

std::optional<DataFileError> salvage(
    const WorkingCopy& copy,
    const std::string& directory,
    const AcceptsEntry& accepts,
    Report& report
) {
    try {
        sqlite::Connection from(copy.file());
        from.execute("PRAGMA locking_mode = EXCLUSIVE");
        const std::int64_t version = from.integer("PRAGMA user_version");
        const std::int64_t newest = sqlite::migrations().back().version;
        if (version < newest && report.figures.log_changes > 0) {
            return DataFileError{
                "There is a change log of an older Stator (its data version is " +
                std::to_string(version) + "): repair it with that one."};
        }
        sqlite::migrate(from, sqlite::migrations(), sqlite::PageCheck::Skipped);
        if (!sqlite::find_sum_seed(from)) {
            report.problems.push_back("stator.db: the seed of its checksums cannot be read");
        }
        check_sums(from, report);
        const LeftOverLogs logs = find_logs(from, copy);
        for (const std::string& problem : logs.problems) report.problems.push_back(problem);
        auto opened = DataFile::open(directory, Durability::Fsync);
        if (auto* refusal = std::get_if<DataFileError>(&opened)) return std::move(*refusal);
        {
            const auto file = std::move(std::get<std::unique_ptr<DataFile>>(opened));
            const auto journal = file->start_journal();
            Salvage(from, *journal, accepts, report).run();
            save_logs(logs, *journal);
            if (!journal->close()) return not_written(directory, "the disk refuses it");
        }
        return std::nullopt;
    } catch (const sqlite::Error& error) {
        return DataFileError{
            std::string("Nothing can be saved of this file (") + error.what() +
            "): restore it from a copy."};
    } catch (const std::system_error& error) {
        return not_written(directory, error.what());
    }
}

}  // namespace stator::engine::persistence::checking
