// EntryWriter: writes the entries of durable sections to the data file.
//
// If one call changes an entry several times, only the last change is written. Works within the
// change writer's SQLite transaction; throws Error. Not thread-safe.
#pragma once

#include <span>

#include "engine/persistence/journal.hpp"
#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence {

class EntryWriter {
public:
    // The connection's schema must be current.
    explicit EntryWriter(sqlite::Connection& connection);

    // Writes the entries, then removes expired ones: those of each universe that have expired by
    // the `expired_by` of its latest batch that sets it.
    void write(std::span<const ChangeBatch> batches);

private:
    void write_entry(const EntryRow& row);

    sqlite::Statement put_;
    sqlite::Statement remove_;
    sqlite::Statement remove_expired_;
};

}  // namespace stator::engine::persistence
