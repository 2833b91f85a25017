#include "engine/persistence/share_writer.hpp"

#include <vector>

namespace stator::engine::persistence {
namespace {

// Copying so many changed rows costs nothing worth mentioning.
constexpr std::int64_t kFewRows = 1'000;

std::int64_t count(sqlite::Connection& connection, const std::string& table) {
    return connection.integer("SELECT count(*) FROM " + table);
}

std::vector<std::uint32_t> numbers(sqlite::Connection& connection, const std::string& sql) {
    std::vector<std::uint32_t> numbers;
    sqlite::Statement select(connection, sql);
    while (select.step()) numbers.push_back(static_cast<std::uint32_t>(select.column_integer(0)));
    return numbers;
}

// The first column of the first row; nothing without one, or when it is NULL.
std::optional<std::int64_t> value_of(sqlite::Statement& statement, std::uint32_t parameter) {
    statement.bind(1, parameter);
    std::optional<std::int64_t> value;
    while (statement.step()) {
        if (!value && !statement.column_is_null(0)) value = statement.column_integer(0);
    }
    return value;
}

}  // namespace

std::string items_table_name(std::uint32_t table) {
    return std::string(sqlite::kItemsPrefix) + std::to_string(table);
}

std::string base_table_name(std::uint32_t base) {
    return std::string(sqlite::kRowsPrefix) + std::to_string(base);
}

void create_items_table(sqlite::Connection& connection, const std::string& name) {
    connection.execute(
        "CREATE TABLE IF NOT EXISTS " + name +
        " (row_id INTEGER PRIMARY KEY, image BLOB NOT NULL, sum INTEGER NOT NULL DEFAULT 0)"
    );
}

ShareWriter::ShareWriter(sqlite::Connection& connection, sqlite::RowSeals& seals)
    : connection_(connection),
      seals_(seals),
      base_of_(connection, "SELECT base FROM table_shares WHERE number = ?1"),
      put_share_(
          connection,
          "REPLACE INTO table_shares (number, base, sum) VALUES (?1, ?2, row_sum(?1, ?2))"
      ),
      remove_share_(connection, "DELETE FROM table_shares WHERE number = ?1"),
      base_users_(connection, "SELECT count(*) FROM table_shares WHERE base = ?1"),
      share_stream_(
          connection,
          "REPLACE INTO stream_shares (stream, source, last_commit, sum)"
          " VALUES (?1, ?2, ?3, row_sum(?1, ?2, ?3))"
      ),
      inherit_shares_(
          connection,
          "INSERT OR IGNORE INTO stream_shares (stream, source, last_commit, sum)"
          " SELECT ?2, source, last_commit, row_sum(?2, source, last_commit) FROM stream_shares"
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

std::optional<std::uint32_t> ShareWriter::base_of(std::uint32_t table) {
    const auto base = value_of(base_of_, table);
    return base ? std::optional(static_cast<std::uint32_t>(*base)) : std::nullopt;
}

bool ShareWriter::share_table(std::uint32_t from, std::uint32_t to) {
    if (base_of(to)) return false;
    create_items_table(connection_, items_table_name(from));
    create_items_table(connection_, items_table_name(to));
    std::optional<std::uint32_t> base = base_of(from);
    if (!base) {
        base = freeze(from);
    } else if (const std::int64_t changed = count(connection_, items_table_name(from));
               changed > kFewRows && changed > count(connection_, base_table_name(*base)) / 2) {
        base = merge(from, *base);
    } else {
        connection_.execute(
            "INSERT INTO " + items_table_name(to) + " SELECT * FROM " + items_table_name(from)
        );
    }
    put_share(to, *base);
    return true;
}

std::uint32_t ShareWriter::freeze(std::uint32_t table) {
    const auto base = static_cast<std::uint32_t>(
        connection_.integer("SELECT coalesce(max(base), 0) + 1 FROM table_shares")
    );
    connection_.execute(
        "ALTER TABLE " + items_table_name(table) + " RENAME TO " + base_table_name(base)
    );
    seals_.rename(sqlite::SealKind::Items, table, sqlite::SealKind::BaseRows, base);
    create_items_table(connection_, items_table_name(table));
    put_share(table, base);
    return base;
}

std::uint32_t ShareWriter::merge(std::uint32_t table, std::uint32_t base) {
    const std::string items = items_table_name(table);
    connection_.execute(
        "INSERT OR IGNORE INTO " + items + " SELECT * FROM " + base_table_name(base) +
        "; DELETE FROM " + items + " WHERE length(image) = 0"
    );
    const std::uint32_t merged = freeze(table);
    if (value_of(base_users_, base) == 0) drop_base(base);
    return merged;
}

void ShareWriter::put_share(std::uint32_t table, std::uint32_t base) {
    put_share_.bind(1, table);
    put_share_.bind(2, base);
    put_share_.run();
}

void ShareWriter::forget_table(std::uint32_t table) {
    const auto base = base_of(table);
    if (!base) return;
    remove_share_.bind(1, table);
    remove_share_.run();
    if (value_of(base_users_, *base) == 0) drop_base(*base);
}

void ShareWriter::drop_base(std::uint32_t base) {
    connection_.execute("DROP TABLE IF EXISTS " + base_table_name(base));
    seals_.forget(sqlite::SealKind::BaseRows, base);
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
    const auto sealed = [](sqlite::SealKind kind) {
        return "SELECT number FROM seals WHERE kind = " + std::to_string(static_cast<int>(kind));
    };
    Orphans orphans;
    // Where they are missing, loading refuses the file.
    const auto definitions =
        connection_.integer("SELECT count(*) FROM sqlite_master WHERE name IN ('tables', 'streams')"
        );
    if (definitions != 2) return orphans;
    orphans.tables = numbers(
        connection_,
        "SELECT number FROM (" + sealed(sqlite::SealKind::Items) +
            " UNION SELECT number FROM table_shares) WHERE number NOT IN"
            " (SELECT number FROM tables)"
    );
    orphans.streams = numbers(
        connection_,
        "SELECT number FROM (" + sealed(sqlite::SealKind::Records) +
            " UNION SELECT stream FROM stream_shares) WHERE number NOT IN"
            " (SELECT number FROM streams UNION SELECT source FROM stream_shares"
            " WHERE stream IN (SELECT number FROM streams))"
    );
    return orphans;
}

void ShareWriter::forget(const Orphans& orphans) {
    for (const std::uint32_t table : orphans.tables) {
        connection_.execute("DROP TABLE IF EXISTS " + items_table_name(table));
        seals_.forget(sqlite::SealKind::Items, table);
        forget_table(table);
    }
    for (const std::uint32_t stream : orphans.streams) forget_stream(stream);
}

}  // namespace stator::engine::persistence
