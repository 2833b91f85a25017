// ChangeWriter: writes change batches to the data file, one SQLite transaction per call.
//
// If one call changes a row or definition several times, only the last change is written. Rows are
// written in row order, so that a busy page is touched once. Rows of dropped tables are skipped:
// table numbers are never reused, so these rows can never be read. Not thread-safe.
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "engine/persistence/changes/change_codec.hpp"
#include "engine/persistence/entry_writer.hpp"
#include "engine/persistence/history_writer.hpp"
#include "engine/persistence/share_writer.hpp"
#include "engine/persistence/sqlite/connection.hpp"
#include "engine/persistence/sqlite/row_seals.hpp"
#include "engine/persistence/stream_writer.hpp"

namespace stator::engine::persistence {

class ChangeWriter {
public:
    // The connection's schema must be current; `seals` are the connection's.
    ChangeWriter(sqlite::Connection& connection, sqlite::RowSeals& seals);

    // Writes all batches or none. Throws Error; in that case the file is unchanged and the same
    // batches may be written again.
    void write(const changes::StoredBatches& stored);

    // Records that all batches of the change log with this number, and of earlier logs, have been
    // written.
    void count_as_folded(std::uint64_t log_number);

private:
    struct PlannedRow;
    struct Plan;

    static Plan make_plan(const changes::StoredBatches& stored);
    void write_plan(const Plan& plan, std::span<const ChangeBatch> batches);
    void write_definition(const DefinitionChange& change);
    void drop_table(std::uint32_t number);
    void write_rows(const Plan& plan);
    void write_row(const sqlite::TableRows& rows, const PlannedRow& row);
    void write_meta(const Plan& plan);
    bool is_gone(std::uint32_t number, const Plan& plan) const;
    const sqlite::TableRows& rows_of(std::uint32_t table);

    sqlite::Connection& connection_;
    sqlite::RowSeals& seals_;
    sqlite::Statement put_definition_;
    sqlite::Statement remove_definition_;
    sqlite::Statement put_meta_;
    ShareWriter share_writer_;
    StreamWriter stream_writer_;
    EntryWriter entry_writer_;
    HistoryWriter history_writer_;
    std::unordered_map<std::uint32_t, sqlite::TableRows> row_sets_;  // by table; filled when needed
    // Tables dropped by committed transactions, one bit per table, because a server that many tests
    // use may drop millions of them. The key is the table number divided by kDroppedTogether, the
    // bit is the remainder.
    static constexpr std::uint32_t kDroppedTogether = 512;
    std::unordered_map<std::uint32_t, std::bitset<kDroppedTogether>> dropped_;
};

}  // namespace stator::engine::persistence
