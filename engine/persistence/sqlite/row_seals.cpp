#include "engine/persistence/sqlite/row_seals.hpp"

#include <array>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/persistence/sqlite/counters.hpp"
#include "engine/persistence/sqlite/row_sets.hpp"

namespace stator::engine::persistence::sqlite {
namespace {

using SetKeys = std::set<std::pair<SealKind, std::uint32_t>>;

enum class Numbers : unsigned char {
    None,    // all rows have one seal
    Column,  // it is the seal's number
    Place,   // it is a place within the row set of that number
};

// A table with seals. Its checksums are in the column after `columns`.
struct SealedTable {
    std::string_view name;
    SealKind kind;
    const char* columns;
    int sum_column;
    int key_column;
    const char* order;
    // How the first column determines the seal of a row.
    Numbers numbers;
};

constexpr std::array<SealedTable, 9> kTables = {{
    // Most rows belong to the first table.
    {"items", SealKind::Items, "place, image", 2, 0, "place", Numbers::Place},
    {"item_history",
     SealKind::History,
     "table_number, position, time_ms, is_insertion, row_id, image",
     6,
     1,
     "position",
     Numbers::Column},
    {"stream_records",
     SealKind::Records,
     "stream, sequence, ordinal, shard_id, time_ms, event, by_time_to_live, keys, old_image,"
     " new_image",
     10,
     1,
     "sequence, ordinal",
     Numbers::Column},
    {"tables",
     SealKind::Tables,
     "number, universe, region, definition, is_backup",
     5,
     0,
     "number",
     Numbers::None},
    {"streams",
     SealKind::Streams,
     "number, universe, region, definition",
     4,
     0,
     "number",
     Numbers::None},
    {"entries",
     SealKind::Entries,
     "section, universe, region, key, value, expires_ms",
     6,
     5,
     "section, universe, region, key",
     Numbers::None},
    {"row_sets", SealKind::RowSets, "number, own, base", 3, 0, "number", Numbers::None},
    {"stream_shares",
     SealKind::StreamShares,
     "stream, source, last_commit",
     3,
     0,
     "stream, last_commit, source",
     Numbers::None},
    {"meta", SealKind::Meta, "key, value", 2, 1, "rowid", Numbers::None},
}};

constexpr std::int64_t kLastNumber = std::numeric_limits<std::uint32_t>::max();

std::uint64_t key_of(SealKind kind, std::uint32_t number) {
    return static_cast<std::uint64_t>(kind) << 32U | number;
}

const SealedTable* table_of(std::string_view name) {
    for (const SealedTable& table : kTables) {
        if (table.name == name) return &table;
    }
    return nullptr;
}

// "items of table 5", for sentences about damage.
std::string name_of(SealKind kind, std::uint32_t number) {
    const std::string text = std::to_string(number);
    switch (kind) {
        case SealKind::Items: return "the items of row set " + text;
        case SealKind::History: return "the history of table number " + text;
        case SealKind::Records: return "the records of stream number " + text;
        case SealKind::Tables: return "the list of tables";
        case SealKind::Streams: return "the list of streams";
        case SealKind::Entries: return "the entries";
        case SealKind::RowSets: return "the list of row sets";
        case SealKind::StreamShares: return "the list of shared records";
        case SealKind::Meta: return "the counters";
    }
    return "rows";
}

const SealedTable* table_of(SealKind kind) {
    for (const SealedTable& table : kTables) {
        if (table.kind == kind) return &table;
    }
    return nullptr;
}

SealedSet sealed_set(SealKind kind, std::uint32_t number) {
    const SealedTable* const table = table_of(kind);
    // In a damaged file a seal may have an unknown kind.
    if (table == nullptr) return {kind, number, name_of(kind, number), 1, 0};
    return {kind, number, name_of(kind, number), table->sum_column, table->key_column};
}

std::string first_column(const SealedTable& table) {
    const std::string columns = table.columns;
    return columns.substr(0, columns.find(','));
}

// The SQL expression for the number of a row's seal.
std::string number_of(const SealedTable& table) {
    switch (table.numbers) {
        case Numbers::None: return "0";
        case Numbers::Column: return first_column(table);
        case Numbers::Place: return first_column(table) + " >> " + std::to_string(kRowIdBits);
    }
    return "0";
}

// The query for the rows of one set, whose first and last number are parameters 1 and 2.
std::string query_of(const SealedTable& table) {
    std::string query =
        std::string("SELECT ") + table.columns + ", sum FROM " + std::string(table.name);
    if (table.numbers != Numbers::None)
        query += " WHERE " + first_column(table) + " BETWEEN ?1 AND ?2";
    return query + " ORDER BY " + table.order;
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
    take_sum_seed(connection);
    connection_.watch_rows([this](const Connection::RowEvent& event) { note(event); });
}

RowSeals::~RowSeals() {
    connection_.watch_rows({});
}

void RowSeals::note(const Connection::RowEvent& event) {
    const SealedTable* const table = table_of(event.table);
    if (table == nullptr) return;
    std::uint32_t number = 0;
    if (table->numbers != Numbers::None) {
        // No statement changes a number.
        const std::int64_t first = event.has_old ? event.old_integer(0) : event.new_integer(0);
        number = table->numbers == Numbers::Place ? row_set_at(first)
                                                  : static_cast<std::uint32_t>(first);
    }
    Seal& change = changes_[key_of(table->kind, number)];
    if (event.has_old) {
        --change.rows;
        change.total -= static_cast<std::uint64_t>(event.old_integer(table->sum_column));
    }
    if (event.has_new) {
        ++change.rows;
        change.total += static_cast<std::uint64_t>(event.new_integer(table->sum_column));
    }
}

void RowSeals::write() {
    for (const auto& [key, change] : changes_) {
        const auto kind = static_cast<SealKind>(key >> 32U);
        const auto number = static_cast<std::uint32_t>(key);
        put(kind, number, current(kind, number));
    }
    changes_.clear();
}

Seal RowSeals::current(SealKind kind, std::uint32_t number) {
    Seal seal = stored_seal(select_, kind, number);
    const auto change = changes_.find(key_of(kind, number));
    if (change == changes_.end()) return seal;
    seal.rows += change->second.rows;
    seal.total += change->second.total;
    return seal;
}

// A set without rows has no seal.
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

SealedReader::SealedReader(Connection& connection)
    : connection_(connection), select_seal_(connection, kSelectSeal) {}

Statement& SealedReader::select(SealKind kind, std::uint32_t number) {
    const SealedTable* const table = table_of(kind);
    auto found = selects_.find(kind);
    if (found == selects_.end()) {
        // A seal of unknown kind has no rows.
        const std::string query = table == nullptr ? "SELECT 0, 0 WHERE 0" : query_of(*table);
        found = selects_.emplace(kind, Statement(connection_, query)).first;
    }
    Statement& select = found->second;
    if (table == nullptr || table->numbers == Numbers::None) return select;
    const bool is_place = table->numbers == Numbers::Place;
    select.bind(1, is_place ? first_place(number) : number);
    select.bind(2, is_place ? last_place(number) : number);
    return select;
}

Seal SealedReader::seal(SealKind kind, std::uint32_t number) {
    return stored_seal(select_seal_, kind, number);
}

SealedRows::SealedRows(SealedReader& reader, SealKind kind, std::uint32_t number)
    : reader_(reader), set_(sealed_set(kind, number)), select_(reader.select(kind, number)) {}

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
    const Seal expected = reader_.seal(set_.kind, set_.number);
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

// The numbers of the seals that a table's rows have.
void find_numbers(Connection& connection, const SealedTable& table, SetKeys& known) {
    if (table.numbers == Numbers::None) {
        known.emplace(table.kind, 0);
        return;
    }
    // Steps from one number to the next without reading the rows in between.
    const std::string first = first_column(table);
    Statement next(
        connection,
        "SELECT " + number_of(table) + " FROM " + std::string(table.name) + " WHERE " + first +
            " > ?1 ORDER BY " + first + " LIMIT 1"
    );
    std::int64_t last = -1;
    for (bool is_higher = true; is_higher;) {
        next.bind(
            1,
            table.numbers == Numbers::Place && last >= 0
                ? last_place(static_cast<std::uint32_t>(last))
                : last
        );
        // On damaged pages rows may be out of order: those numbers are known by their seals.
        is_higher = false;
        while (next.step()) {
            const std::int64_t number = next.column_integer(0);
            if (number <= last || number > kLastNumber) continue;
            is_higher = true;
            last = number;
            known.emplace(table.kind, static_cast<std::uint32_t>(number));
        }
    }
}

}  // namespace

std::vector<SealedSet> sealed_sets(Connection& connection) {
    SetKeys known;
    for (const SealedTable& table : kTables) find_numbers(connection, table, known);
    // Kind 0 is the copy of the data file's number.
    Statement select(connection, "SELECT kind, number FROM seals WHERE kind <> 0");
    while (select.step()) {
        const auto kind = static_cast<SealKind>(select.column_integer(0));
        known.emplace(kind, static_cast<std::uint32_t>(select.column_integer(1)));
    }
    std::vector<SealedSet> sets;
    for (const auto& [kind, number] : known) sets.push_back(sealed_set(kind, number));
    return sets;
}

void seal_all_rows(Connection& connection) {
    std::unordered_map<std::uint64_t, Seal> seals;
    for (const SealedTable& table : kTables) {
        Statement select(
            connection, "SELECT sum, " + number_of(table) + " FROM " + std::string(table.name)
        );
        while (select.step()) {
            const auto number = static_cast<std::uint32_t>(select.column_integer(1));
            seals[key_of(table.kind, number)].add(static_cast<std::uint64_t>(select.column_integer(0
            )));
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
