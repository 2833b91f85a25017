#include "engine/persistence/sqlite/row_seals.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stator::engine::persistence::sqlite {
namespace {

// A table of a fixed name. Its checksums are in the column behind `columns`.
struct SealedTable {
    std::string_view name;
    SealKind kind;
    const char* columns;
    int sum_column;
    int key_column;
    const char* order;
    // The first column is a number, by which the rows have seals of their own.
    bool has_numbers;
};

constexpr std::array<SealedTable, 8> kTables = {{
    {"item_history",
     SealKind::History,
     "table_number, position, time_ms, is_insertion, row_id, image",
     6,
     1,
     "position",
     true},
    {"stream_records",
     SealKind::Records,
     "stream, sequence, ordinal, shard_id, time_ms, event, by_time_to_live, keys, old_image,"
     " new_image",
     10,
     1,
     "sequence, ordinal",
     true},
    {"tables",
     SealKind::Tables,
     "number, universe, region, definition, is_backup",
     5,
     0,
     "number",
     false},
    {"streams", SealKind::Streams, "number, universe, region, definition", 4, 0, "number", false},
    {"entries",
     SealKind::Entries,
     "section, universe, region, key, value, expires_ms",
     6,
     5,
     "section, universe, region, key",
     false},
    {"table_shares", SealKind::TableShares, "number, base", 2, 0, "number", false},
    {"stream_shares",
     SealKind::StreamShares,
     "stream, source, last_commit",
     3,
     0,
     "stream, last_commit, source",
     false},
    {"meta", SealKind::Meta, "key, value", 2, 1, "rowid", false},
}};

// The checksum's column in items_<number> and rows_<number>.
constexpr int kImageSumColumn = 2;

std::optional<std::uint32_t> number_behind(std::string_view prefix, std::string_view name) {
    if (!name.starts_with(prefix)) return std::nullopt;
    std::uint32_t number = 0;
    const char* const end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + prefix.size(), end, number);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return number;
}

std::uint64_t key_of(SealKind kind, std::uint32_t number) {
    return static_cast<std::uint64_t>(kind) << 32U | number;
}

std::optional<SealedTable> table_of(std::string_view name) {
    for (const SealedTable& table : kTables) {
        if (table.name == name) return table;
    }
    return std::nullopt;
}

// "items of table 5", for sentences about damage.
std::string name_of(SealKind kind, std::uint32_t number) {
    const std::string text = std::to_string(number);
    switch (kind) {
        case SealKind::Items: return "the items of table number " + text;
        case SealKind::BaseRows: return "the shared items number " + text;
        case SealKind::History: return "the history of table number " + text;
        case SealKind::Records: return "the records of stream number " + text;
        case SealKind::Tables: return "the list of tables";
        case SealKind::Streams: return "the list of streams";
        case SealKind::Entries: return "the entries";
        case SealKind::TableShares: return "the list of shared items";
        case SealKind::StreamShares: return "the list of shared records";
        case SealKind::Meta: return "the counters";
    }
    return "rows";
}

Seal stored_seal(Statement& select, SealKind kind, std::uint32_t number) {
    select.bind(1, static_cast<std::int64_t>(kind));
    select.bind(2, number);
    Seal seal;
    bool is_intact = true;
    while (select.step()) {
        seal.rows = static_cast<std::uint64_t>(select.column_integer(2));
        seal.total = static_cast<std::uint64_t>(select.column_integer(3));
        is_intact = select.has_intact_sum(4);
    }
    if (is_intact) return seal;
    throw Error(ErrorKind::Corrupt, "the checksums of " + name_of(kind, number) + " are damaged");
}

constexpr const char* kSelectSeal =
    "SELECT kind, number, row_count, total, sum FROM seals WHERE kind = ?1 AND number = ?2";
constexpr const char* kPutSeal =
    "REPLACE INTO seals (kind, number, row_count, total, sum)"
    " VALUES (?1, ?2, ?3, ?4, row_sum(?1, ?2, ?3, ?4))";

}  // namespace

RowSeals::RowSeals(Connection& connection)
    : connection_(connection),
      select_(connection, kSelectSeal),
      put_(connection, kPutSeal),
      remove_(connection, "DELETE FROM seals WHERE kind = ?1 AND number = ?2") {
    connection_.watch_rows([this](const Connection::RowEvent& event) { note(event); });
}

RowSeals::~RowSeals() {
    connection_.watch_rows({});
}

void RowSeals::note(const Connection::RowEvent& event) {
    SealKind kind = SealKind::Items;
    int sum_column = kImageSumColumn;
    bool has_numbers = false;
    std::uint32_t number = 0;
    if (const auto items = number_behind(kItemsPrefix, event.table)) {
        number = *items;
    } else if (const auto base = number_behind(kRowsPrefix, event.table)) {
        kind = SealKind::BaseRows;
        number = *base;
    } else if (const auto table = table_of(event.table)) {
        kind = table->kind;
        sum_column = table->sum_column;
        has_numbers = table->has_numbers;
    } else {
        return;
    }
    // No statement changes a number.
    if (has_numbers) {
        number =
            static_cast<std::uint32_t>(event.has_old ? event.old_integer(0) : event.new_integer(0));
    }
    Seal& change = changes_[key_of(kind, number)];
    if (event.has_old) {
        --change.rows;
        change.total -= static_cast<std::uint64_t>(event.old_integer(sum_column));
    }
    if (event.has_new) {
        ++change.rows;
        change.total += static_cast<std::uint64_t>(event.new_integer(sum_column));
    }
}

void RowSeals::write() {
    for (const auto& [key, change] : std::exchange(changes_, {})) {
        const auto kind = static_cast<SealKind>(key >> 32U);
        const auto number = static_cast<std::uint32_t>(key);
        Seal seal = stored(kind, number);
        seal.rows += change.rows;
        seal.total += change.total;
        put(kind, number, seal);
    }
}

void RowSeals::rename(SealKind from, std::uint32_t number, SealKind to, std::uint32_t to_number) {
    write();
    const Seal seal = stored(from, number);
    put(to, to_number, seal);
    put(from, number, {});
}

void RowSeals::forget(SealKind kind, std::uint32_t number) {
    changes_.erase(key_of(kind, number));
    put(kind, number, {});
}

Seal RowSeals::stored(SealKind kind, std::uint32_t number) {
    return stored_seal(select_, kind, number);
}

// Where there are no rows, there is no seal.
void RowSeals::put(SealKind kind, std::uint32_t number, const Seal& seal) {
    Statement& statement = seal == Seal{} ? remove_ : put_;
    statement.bind(1, static_cast<std::int64_t>(kind));
    statement.bind(2, number);
    if (seal != Seal{}) {
        statement.bind(3, static_cast<std::int64_t>(seal.rows));
        statement.bind(4, static_cast<std::int64_t>(seal.total));
    }
    statement.run();
}

SealedRows::SealedRows(Connection& connection, SealKind kind, std::uint32_t number)
    : connection_(connection), set_(sealed_set(kind, number)), select_(connection, set_.select) {}

const Statement* SealedRows::next() {
    if (!select_.step()) {
        compare_with_seal();
        return nullptr;
    }
    if (!select_.has_intact_sum(set_.columns)) {
        throw Error(ErrorKind::Corrupt, "a row among " + set_.name + " is damaged");
    }
    seen_.add(static_cast<std::uint64_t>(select_.column_integer(set_.columns)));
    return &select_;
}

void SealedRows::compare_with_seal() const {
    const Seal expected = read_seal(connection_, set_.kind, set_.number);
    if (seen_ == expected) return;
    if (seen_.rows == expected.rows) {
        throw Error(
            ErrorKind::Corrupt, "rows among " + set_.name + " are not those that were written"
        );
    }
    throw Error(
        ErrorKind::Corrupt,
        set_.name + " are " + std::to_string(seen_.rows) + " rows instead of " +
            std::to_string(expected.rows)
    );
}

namespace {

void add_sums(
    Connection& connection,
    const std::string& table,
    const std::string& number,
    SealKind kind,
    std::unordered_map<std::uint64_t, Seal>& seals
) {
    Statement select(connection, "SELECT sum, " + number + " FROM " + table);
    while (select.step()) {
        const auto of = static_cast<std::uint32_t>(select.column_integer(1));
        seals[key_of(kind, of)].add(static_cast<std::uint64_t>(select.column_integer(0)));
    }
}

// The column, or the constant, that selects a row's seal.
std::string number_of(const SealedTable& table) {
    const std::string columns = table.columns;
    return table.has_numbers ? columns.substr(0, columns.find(',')) : "0";
}

std::vector<std::string> table_names(Connection& connection) {
    std::vector<std::string> names;
    Statement select(connection, "SELECT name FROM sqlite_schema WHERE type = 'table'");
    while (select.step()) names.emplace_back(select.column_bytes(0));
    return names;
}

}  // namespace

SealedSet sealed_set(SealKind kind, std::uint32_t number) {
    SealedSet set{kind, number, name_of(kind, number), "", kImageSumColumn, 0};
    for (const SealedTable& table : kTables) {
        if (table.kind != kind) continue;
        set.columns = table.sum_column;
        set.key_column = table.key_column;
        set.select =
            std::string("SELECT ") + table.columns + ", sum FROM " + std::string(table.name);
        if (table.has_numbers) {
            set.select += " WHERE " + number_of(table) + " = " + std::to_string(number);
        }
        set.select += std::string(" ORDER BY ") + table.order;
        return set;
    }
    const std::string_view prefix = kind == SealKind::Items ? kItemsPrefix : kRowsPrefix;
    set.select = "SELECT row_id, image, sum FROM " + std::string(prefix) + std::to_string(number) +
                 " ORDER BY row_id";
    return set;
}

std::vector<SealedSet> sealed_sets(Connection& connection) {
    std::set<std::pair<SealKind, std::uint32_t>> known;
    for (const std::string& name : table_names(connection)) {
        if (const auto items = number_behind(kItemsPrefix, name)) {
            known.emplace(SealKind::Items, *items);
        } else if (const auto base = number_behind(kRowsPrefix, name)) {
            known.emplace(SealKind::BaseRows, *base);
        }
    }
    std::string numbers = "SELECT kind, number FROM seals";
    for (const SealedTable& table : kTables) {
        const std::string kind = std::to_string(static_cast<int>(table.kind));
        numbers += " UNION SELECT DISTINCT " + kind + ", " + number_of(table) + " FROM " +
                   std::string(table.name);
    }
    Statement select(connection, numbers);
    while (select.step()) {
        const auto kind = static_cast<SealKind>(select.column_integer(0));
        known.emplace(kind, static_cast<std::uint32_t>(select.column_integer(1)));
    }
    std::vector<SealedSet> sets;
    for (const auto& [kind, number] : known) sets.push_back(sealed_set(kind, number));
    return sets;
}

Seal read_seal(Connection& connection, SealKind kind, std::uint32_t number) {
    Statement select(connection, kSelectSeal);
    return stored_seal(select, kind, number);
}

void seal_all_rows(Connection& connection) {
    std::unordered_map<std::uint64_t, Seal> seals;
    for (const std::string& name : table_names(connection)) {
        if (const auto items = number_behind(kItemsPrefix, name)) {
            add_sums(connection, name, std::to_string(*items), SealKind::Items, seals);
        } else if (const auto base = number_behind(kRowsPrefix, name)) {
            add_sums(connection, name, std::to_string(*base), SealKind::BaseRows, seals);
        } else if (const auto table = table_of(name)) {
            add_sums(connection, name, number_of(*table), table->kind, seals);
        }
    }
    Statement put(connection, kPutSeal);
    for (const auto& [key, seal] : seals) {
        put.bind(1, static_cast<std::int64_t>(key >> 32U));
        put.bind(2, static_cast<std::uint32_t>(key));
        put.bind(3, static_cast<std::int64_t>(seal.rows));
        put.bind(4, static_cast<std::int64_t>(seal.total));
        put.run();
    }
}

}  // namespace stator::engine::persistence::sqlite
