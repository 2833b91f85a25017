// ShareWriter: lets copies of tables and streams share the rows of their originals in the data
// file, so that a fork costs as little there as in memory.
//
// When a table is copied, its rows become a base, a set of rows that never changes again; after
// that, original and copy write only the differences: new and changed rows, and an empty row for
// each deleted row. A base is deleted with the last table that refers to it.
//
// The records of a stream never change, so a copy only refers to the records of the original up to
// the commit at which it was made. The records are kept as long as any stream refers to them.
//
// Works within the change writer's SQLite transaction; throws Error. Not thread-safe.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "engine/persistence/journal.hpp"
#include "engine/persistence/sqlite/connection.hpp"
#include "engine/persistence/sqlite/row_seals.hpp"
#include "engine/persistence/sqlite/row_sets.hpp"

namespace stator::engine::persistence {

class ShareWriter {
public:
    // The connection's schema must be current; `seals` are the connection's.
    ShareWriter(sqlite::Connection& connection, sqlite::RowSeals& seals);

    // Makes the copies that the batches name. Returns the new tables. A table that already shares
    // rows, because the same batch was written before, is left unchanged.
    std::set<std::uint32_t> write(std::span<const ChangeBatch> batches);

    sqlite::RowSets& row_sets() { return row_sets_; }

    // Called when the stream has been removed. Removes its records unless a copy needs them, and
    // the records of other removed streams that only this stream needed.
    void forget_stream(std::uint32_t stream);

    // Records up to this commit are still needed by copies of the stream; 0 for none.
    std::uint64_t needed_commit(std::uint32_t stream);

    // Tables and streams that have rows but no definition, because the process ended before a copy
    // or a restore was complete.
    struct Orphans {
        std::vector<std::uint32_t> tables;
        std::vector<std::uint32_t> streams;

        bool is_empty() const { return tables.empty() && streams.empty(); }
    };

    Orphans find_orphans();

    // Returns the row sets that forget() may remove.
    std::set<std::uint32_t> row_sets_of(const Orphans& orphans);

    // Removes their rows, in the caller's transaction.
    void forget(const Orphans& orphans);

private:
    // Returns false if the table already shares rows.
    bool share_table(std::uint32_t from, std::uint32_t to);
    // Makes a new base from the table's base and its own changes. Returns the new base.
    std::uint32_t merge(std::uint32_t table, const sqlite::TableRows& rows);
    void share_stream(const StreamCopy& copy);

    sqlite::Connection& connection_;
    sqlite::RowSets row_sets_;
    sqlite::Statement share_stream_;
    sqlite::Statement inherit_shares_;
    sqlite::Statement needed_commit_;
    sqlite::Statement remove_stream_shares_;
    sqlite::Statement remove_records_;
};

}  // namespace stator::engine::persistence
