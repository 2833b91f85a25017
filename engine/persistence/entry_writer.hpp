// EntryWriter: puts the entries of durable sections into the data file.
//
// Only the last change of an entry in a call is written. Works within the change writer's SQLite
// transaction; throws Error. Not thread-safe.
#pragma once

#include <span>

#include "engine/persistence/journal.hpp"
#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence {

class EntryWriter {
public:
    // The connection's schema must be current.
    explicit EntryWriter(sqlite::Connection& connection);

    // Afterwards removes entries of each universe that have expired by the time named in its latest
    // batch that has one.
    void write(std::span<const ChangeBatch> batches);

private:
    void write_entry(const EntryRow& row);

    sqlite::Statement put_;
    sqlite::Statement remove_;
    sqlite::Statement remove_expired_;
};

}  // namespace stator::engine::persistence
