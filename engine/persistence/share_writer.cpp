#include "engine/persistence/share_writer.hpp"

#include <optional>
#include <string>

namespace stator::engine::persistence {
namespace {

// The cost of copying up to this many changed rows is negligible.
constexpr std::uint64_t kFewRows = 1'000;

std::vector<std::uint32_t> numbers(sqlite::Connection& connection, const std::string& sql) {
    std::vector<std::uint32_t> numbers;
    sqlite::Statement select(connection, sql);
    while (select.step()) numbers.push_back(static_cast<std::uint32_t>(select.column_integer(0)));
    return numbers;
}

// Returns the first column of the first row, or nullopt if no row exists or the column is NULL.
std::optional<std::int64_t> value_of(sqlite::Statement& statement, std::uint32_t parameter) {
    statement.bind(1, parameter);
    std::optional<std::int64_t> value;
    while (statement.step()) {
        if (!value && !statement.column_is_null(0)) value = statement.column_integer(0);
    }
    return value;
}

}  // namespace

ShareWriter::ShareWriter(sqlite::Connection& connection, sqlite::RowSeals& seals)
    : connection_(connection),
      row_sets_(connection, seals),
      share_stream_(
          connection,
          "REPLACE INTO stream_shares (stream, source, last_commit, sum)"
          " VALUES (?1, ?2, ?3, row_sum(?1, ?2, ?3))"
      ),
      inherit_shares_(
          connection,
          "INSERT OR IGNORE INTO stream_shares (stream, source, last_commit, sum)"
          // A copied row stays damaged if its original is damaged.
          " SELECT ?2, source, last_commit, row_sum(?2, source, last_commit) +"
          " (sum <> row_sum(stream, source, last_commit)) FROM stream_shares"
          " WHERE stream = ?1"
      ),
      needed_commit_(connection, "SELECT max(last_commit) FROM stream_shares WHERE source = ?1"),
      remove_stream_shares_(connection, "DELETE FROM stream_shares WHERE stream = ?1"),
      remove_records_(connection, "DELETE FROM stream_records WHERE stream = ?1") {}

std::set<std::uint32_t> ShareWriter::write(std::span<const ChangeBatch> batches) {
    std::set<std::uint32_t> made;
    for (const ChangeBatch& batch : batches) {
        for (const TableCopy& copy : batch.table_copies) {
            if (share_table(copy.from.value, copy.to.value)) made.insert(copy.to.value);
        }
        for (const StreamCopy& copy : batch.stream_copies) share_stream(copy);
    }
    return made;
}

bool ShareWriter::share_table(std::uint32_t from, std::uint32_t to) {
    const sqlite::TableRows target = row_sets_.find_or_make(to);
    if (target.base) return false;
    const sqlite::TableRows source = row_sets_.find_or_make(from);
    if (!source.base) {
        row_sets_.set_base(to, row_sets_.freeze(from));
        return true;
    }
    const std::uint64_t changed = row_sets_.count_rows(source.own);
    if (changed > kFewRows && changed > row_sets_.count_rows(*source.base) / 2) {
        row_sets_.set_base(to, merge(from, source));
    } else {
        row_sets_.copy_rows(source.own, target.own);
        row_sets_.set_base(to, *source.base);
    }
    return true;
}

std::uint32_t ShareWriter::merge(std::uint32_t table, const sqlite::TableRows& rows) {
    row_sets_.copy_rows(*rows.base, rows.own);
    row_sets_.remove_hiding_rows(rows.own);
    const std::uint32_t merged = row_sets_.freeze(table);
    row_sets_.remove_unused(*rows.base);
    return merged;
}

void ShareWriter::share_stream(const StreamCopy& copy) {
    share_stream_.bind(1, copy.to.value);
    share_stream_.bind(2, copy.from.value);
    share_stream_.bind(3, static_cast<std::int64_t>(copy.last_commit));
    share_stream_.run();
    inherit_shares_.bind(1, copy.from.value);
    inherit_shares_.bind(2, copy.to.value);
    inherit_shares_.run();
}

std::uint64_t ShareWriter::needed_commit(std::uint32_t stream) {
    return static_cast<std::uint64_t>(value_of(needed_commit_, stream).value_or(0));
}

void ShareWriter::forget_stream(std::uint32_t stream) {
    std::vector<std::uint32_t> sources = numbers(
        connection_,
        "SELECT source FROM stream_shares WHERE stream = " + std::to_string(stream) +
            " AND source NOT IN (SELECT number FROM streams)"
    );
    remove_stream_shares_.bind(1, stream);
    remove_stream_shares_.run();
    sources.push_back(stream);
    for (const std::uint32_t source : sources) {
        if (needed_commit(source) != 0) continue;
        remove_records_.bind(1, source);
        remove_records_.run();
    }
}

ShareWriter::Orphans ShareWriter::find_orphans() {
    Orphans orphans;
    // If these tables are missing, loading refuses the file.
    const auto definitions =
        connection_.integer("SELECT count(*) FROM sqlite_master WHERE name IN ('tables', 'streams')"
        );
    if (definitions != 2) return orphans;
    orphans.tables = numbers(
        connection_, "SELECT number FROM row_sets WHERE number NOT IN (SELECT number FROM tables)"
    );
    orphans.streams = numbers(
        connection_,
        "SELECT number FROM (SELECT number FROM seals WHERE kind = " +
            std::to_string(static_cast<int>(sqlite::SealKind::Records)) +
            " UNION SELECT stream FROM stream_shares) WHERE number NOT IN"
            " (SELECT number FROM streams UNION SELECT source FROM stream_shares"
            " WHERE stream IN (SELECT number FROM streams))"
    );
    return orphans;
}

std::set<std::uint32_t> ShareWriter::row_sets_of(const Orphans& orphans) {
    std::set<std::uint32_t> row_sets;
    for (const std::uint32_t table : orphans.tables) {
        const auto rows = row_sets_.find(table);
        if (!rows) continue;
        row_sets.insert(rows->own);
        if (rows->base) row_sets.insert(*rows->base);
    }
    return row_sets;
}

void ShareWriter::forget(const Orphans& orphans) {
    for (const std::uint32_t table : orphans.tables) row_sets_.forget(table);
    for (const std::uint32_t stream : orphans.streams) forget_stream(stream);
}

}  // namespace stator::engine::persistence
