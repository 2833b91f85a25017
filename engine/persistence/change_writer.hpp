// ChangeWriter: puts change batches into the data file, one SQLite transaction per call.
//
// Several changes of one row or definition in one call are written once (the last wins), and rows
// are written in row order, so that a busy page is touched once. Rows of dropped tables are
// skipped: table numbers are never reused, so nobody can ask for them. Not thread-safe.
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

    // Writes all batches or none. Throws Error; the file is unchanged then and the same
    // batches may be written again.
    void write(const changes::StoredBatches& stored);

    // All batches of the change log with that number, and of those before it, have been written.
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
    std::unordered_map<std::uint32_t, sqlite::TableRows> row_sets_;  // by table, as far as known
    // By committed transactions. A bit for a table, because a server that tests come and go in has
    // dropped millions of them: by the numbers' upper and lower bits.
    static constexpr std::uint32_t kDroppedTogether = 512;
    std::unordered_map<std::uint32_t, std::bitset<kDroppedTogether>> dropped_;
};

}  // namespace stator::engine::persistence
