// RowSets: the items of the data file, in numbered sets of rows.
//
// The items of all tables are rows of one SQLite table, `items`. SQLite scans its whole list of
// tables to create, rename or drop one of them, so one SQLite table for each DynamoDB table would
// take time that grows with the square of their number. A row's place is the number of its set,
// followed by the item's row id; `row_sets` lists the sets of each table.
//
// Works within its caller's SealedTransaction; throws Error. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "engine/persistence/sqlite/connection.hpp"
#include "engine/persistence/sqlite/row_seals.hpp"

namespace stator::engine::persistence::sqlite {

// A set holds row ids below 2^36, and there are 2^27 sets.
inline constexpr int kRowIdBits = 36;
inline constexpr std::uint64_t kLastRowId = (std::uint64_t{1} << kRowIdBits) - 1;
inline constexpr std::uint32_t kLastRowSet = (1U << (63 - kRowIdBits)) - 1;

constexpr std::int64_t first_place(std::uint32_t row_set) {
    return static_cast<std::int64_t>(row_set) << kRowIdBits;
}

constexpr std::int64_t last_place(std::uint32_t row_set) {
    return first_place(row_set) + static_cast<std::int64_t>(kLastRowId);
}

constexpr std::uint64_t row_id_at(std::int64_t place) {
    return static_cast<std::uint64_t>(place) & kLastRowId;
}

constexpr std::uint32_t row_set_at(std::int64_t place) {
    return static_cast<std::uint32_t>(place >> kRowIdBits);
}

// The sets of one table. Rows that are missing from its own set are those of its base.
struct TableRows {
    std::uint32_t own = 0;
    std::optional<std::uint32_t> base = {};
};

// Reads the columns number, own and base of a row.
TableRows table_rows(const Statement& row);

// The sets of every table. Throws Error, Corrupt if entries are damaged or missing.
std::unordered_map<std::uint32_t, TableRows> read_row_sets(Connection& connection);

class RowSets {
public:
    // The connection's schema must be current; `seals` are the connection's.
    RowSets(Connection& connection, RowSeals& seals);

    std::optional<TableRows> find(std::uint32_t table);

    // Gives the table an empty set if it has none.
    TableRows find_or_make(std::uint32_t table);

    // Makes the table's own set its base, which can be shared, and gives the table an empty set.
    // The table loses its former base. Returns the new base.
    std::uint32_t freeze(std::uint32_t table);

    void set_base(std::uint32_t table, std::uint32_t base);

    // Removes the table's entry, its own rows, and those of a base that no other table has.
    void forget(std::uint32_t table);

    // Removes the rows of the base if no table uses it.
    void remove_unused(std::uint32_t base);

    // Throws Error for a row id above kLastRowId.
    void put_row(std::uint32_t row_set, std::uint64_t row_id, std::string_view image);
    void remove_row(std::uint32_t row_set, std::uint64_t row_id);

    // Copies the rows that the set `to` does not have. Throws Error, Corrupt for a damaged row.
    void copy_rows(std::uint32_t from, std::uint32_t to);

    // Removes the rows without bytes, which hide rows of a base.
    void remove_hiding_rows(std::uint32_t row_set);

    std::uint64_t count_rows(std::uint32_t row_set);

private:
    void put(std::uint32_t table, const TableRows& rows);
    // Returns an unused number.
    std::uint32_t new_set();
    void remove_rows(std::uint32_t row_set);

    Connection& connection_;
    RowSeals& seals_;
    Statement find_;
    Statement put_;
    Statement forget_;
    Statement last_set_;
    Statement base_users_;
    Statement put_row_;
    Statement add_row_;
    Statement remove_row_;
    Statement select_rows_;
    Statement remove_rows_;
};

}  // namespace stator::engine::persistence::sqlite
