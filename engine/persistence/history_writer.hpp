// HistoryWriter: writes what items were before their changes, for tables with a history.
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

// The copy of a damaged row is damaged.
class HistoryWriter {
public:
    // The connection's schema must be current.
    explicit HistoryWriter(sqlite::Connection& connection);

    // A copied table gets a history when it is one of `new_tables`: one that was written before has
    // its own already, and its original may have gone on since. What belongs to a table that
    // `is_gone` once these batches are written is left out.
    void write(
        std::span<const ChangeBatch> batches,
        const std::set<std::uint32_t>& new_tables,
        const std::function<bool(TableNumber)>& is_gone
    );

    // The table has been dropped, or keeps no history any more.
    void forget_table(std::uint32_t table);

    // The histories that belong to no table: earlier versions of Stator left them behind.
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
