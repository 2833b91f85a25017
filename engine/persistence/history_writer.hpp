// HistoryWriter: writes the images of items before their changes, for tables with a history.
//
// Works within the change writer's SQLite transaction; throws Error. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "engine/persistence/journal.hpp"
#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence {

// A copied row stays damaged if its original is damaged.
class HistoryWriter {
public:
    // The connection's schema must be current.
    explicit HistoryWriter(sqlite::Connection& connection);

    // A copied table gets the history of its original only if it is one of `new_tables`: a table
    // that was written before has its own history, and its original may have changed since. Leaves
    // out the history of tables that no longer exist after these batches, according to `is_gone`.
    void write(
        std::span<const ChangeBatch> batches,
        const std::set<std::uint32_t>& new_tables,
        const std::function<bool(TableNumber)>& is_gone
    );

    // Removes the table's history, because the table was dropped or no longer keeps a history.
    void forget_table(std::uint32_t table);

    // Returns the tables of histories that belong to no existing table. Earlier versions of Stator
    // left them behind.
    std::vector<std::uint32_t> find_orphans();

private:
    void write_row(const HistoryRow& row);
    void trim(TableNumber table, std::uint64_t first);
    void copy(const TableCopy& copied);

    sqlite::Connection& connection_;
    sqlite::Statement put_;
    sqlite::Statement trim_;
    sqlite::Statement remove_;
    sqlite::Statement copy_;
};

}  // namespace stator::engine::persistence
