#include "engine/persistence/sqlite/row_sets.hpp"

#include <string>

namespace stator::engine::persistence::sqlite {
namespace {

std::int64_t place_of(std::uint32_t row_set, std::uint64_t row_id) {
    if (row_id <= kLastRowId) return first_place(row_set) + static_cast<std::int64_t>(row_id);
    throw Error(
        ErrorKind::Other, "a table has had more than " + std::to_string(kLastRowId) + " items"
    );
}

void bind_places(Statement& statement, std::uint32_t row_set) {
    statement.bind(1, first_place(row_set));
    statement.bind(2, last_place(row_set));
}

// Selects the lowest free number that follows a used one.
constexpr const char* kFreeSet =
    "WITH used (number) AS (SELECT own FROM row_sets UNION SELECT base FROM row_sets"
    " WHERE base IS NOT NULL UNION SELECT 0)"
    " SELECT min(number) + 1 FROM used WHERE number + 1 NOT IN (SELECT number FROM used)";

}  // namespace

TableRows table_rows(const Statement& row) {
    TableRows rows{static_cast<std::uint32_t>(row.column_integer(1))};
    if (!row.column_is_null(2)) rows.base = static_cast<std::uint32_t>(row.column_integer(2));
    return rows;
}

std::unordered_map<std::uint32_t, TableRows> read_row_sets(Connection& connection) {
    std::unordered_map<std::uint32_t, TableRows> sets;
    SealedReader reader(connection);
    SealedRows rows(reader, SealKind::RowSets);
    while (const Statement* const row = rows.next()) {
        sets.emplace(static_cast<std::uint32_t>(row->column_integer(0)), table_rows(*row));
    }
    return sets;
}

RowSets::RowSets(Connection& connection, RowSeals& seals)
    : connection_(connection),
      seals_(seals),
      find_(connection, "SELECT number, own, base, sum FROM row_sets WHERE number = ?1"),
      put_(
          connection,
          "REPLACE INTO row_sets (number, own, base, sum)"
          " VALUES (?1, ?2, ?3, row_sum(?1, ?2, ?3))"
      ),
      forget_(connection, "DELETE FROM row_sets WHERE number = ?1"),
      last_set_(
          connection,
          "SELECT max(coalesce((SELECT max(own) FROM row_sets), 0),"
          " coalesce((SELECT max(base) FROM row_sets WHERE base IS NOT NULL), 0))"
      ),
      base_users_(connection, "SELECT EXISTS (SELECT 1 FROM row_sets WHERE base = ?1)"),
      put_row_(
          connection, "REPLACE INTO items (place, image, sum) VALUES (?1, ?2, row_sum(?1, ?2))"
      ),
      add_row_(
          connection,
          "INSERT OR IGNORE INTO items (place, image, sum) VALUES (?1, ?2, row_sum(?1, ?2))"
      ),
      remove_row_(connection, "DELETE FROM items WHERE place = ?1"),
      select_rows_(
          connection,
          "SELECT place, image, sum FROM items WHERE place BETWEEN ?1 AND ?2 ORDER BY place"
      ),
      remove_rows_(connection, "DELETE FROM items WHERE place BETWEEN ?1 AND ?2") {}

std::optional<TableRows> RowSets::find(std::uint32_t table) {
    find_.bind(1, table);
    std::optional<TableRows> rows;
    bool is_intact = true;
    while (find_.step()) {
        rows = table_rows(find_);
        is_intact = find_.has_intact_sum(3);
    }
    if (is_intact) return rows;
    throw Error(ErrorKind::Corrupt, "the entry of a table in the list of row sets is damaged");
}

TableRows RowSets::find_or_make(std::uint32_t table) {
    if (const auto found = find(table)) return *found;
    const TableRows rows{new_set()};
    put(table, rows);
    return rows;
}

std::uint32_t RowSets::freeze(std::uint32_t table) {
    const std::uint32_t base = find_or_make(table).own;
    put(table, {new_set(), base});
    return base;
}

void RowSets::set_base(std::uint32_t table, std::uint32_t base) {
    put(table, {find_or_make(table).own, base});
}

void RowSets::forget(std::uint32_t table) {
    const auto rows = find(table);
    if (!rows) return;
    forget_.bind(1, table);
    forget_.run();
    remove_rows(rows->own);
    if (rows->base) remove_unused(*rows->base);
}

void RowSets::remove_unused(std::uint32_t base) {
    base_users_.bind(1, base);
    bool is_used = false;
    while (base_users_.step()) is_used = base_users_.column_integer(0) != 0;
    if (!is_used) remove_rows(base);
}

void RowSets::put_row(std::uint32_t row_set, std::uint64_t row_id, std::string_view image) {
    put_row_.bind(1, place_of(row_set, row_id));
    put_row_.bind_blob(2, image);
    put_row_.run();
}

void RowSets::remove_row(std::uint32_t row_set, std::uint64_t row_id) {
    remove_row_.bind(1, place_of(row_set, row_id));
    remove_row_.run();
}

// Uses separate statements to select and insert: if one statement did both, SQLite would first copy
// the rows to a temporary table.
void RowSets::copy_rows(std::uint32_t from, std::uint32_t to) {
    bind_places(select_rows_, from);
    while (select_rows_.step()) {
        if (!select_rows_.has_intact_sum(2)) {
            select_rows_.reset();
            throw Error(ErrorKind::Corrupt, "a row of the items that are copied is damaged");
        }
        add_row_.bind(1, place_of(to, row_id_at(select_rows_.column_integer(0))));
        add_row_.bind_blob(2, select_rows_.column_bytes(1));
        add_row_.run();
    }
}

void RowSets::remove_hiding_rows(std::uint32_t row_set) {
    Statement remove(
        connection_, "DELETE FROM items WHERE place BETWEEN ?1 AND ?2 AND length(image) = 0"
    );
    bind_places(remove, row_set);
    remove.run();
}

std::uint64_t RowSets::count_rows(std::uint32_t row_set) {
    return seals_.current(SealKind::Items, row_set).rows;
}

void RowSets::put(std::uint32_t table, const TableRows& rows) {
    put_.bind(1, table);
    put_.bind(2, rows.own);
    if (rows.base) {
        put_.bind(3, *rows.base);
    } else {
        put_.bind_null(3);
    }
    put_.run();
}

std::uint32_t RowSets::new_set() {
    std::int64_t last = 0;
    while (last_set_.step()) last = last_set_.column_integer(0);
    if (last >= kLastRowSet) last = connection_.integer(kFreeSet) - 1;
    if (last < kLastRowSet) return static_cast<std::uint32_t>(last + 1);
    throw Error(ErrorKind::Other, "there are more than " + std::to_string(kLastRowSet) + " tables");
}

void RowSets::remove_rows(std::uint32_t row_set) {
    bind_places(remove_rows_, row_set);
    remove_rows_.run();
}

}  // namespace stator::engine::persistence::sqlite
