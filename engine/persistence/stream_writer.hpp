// StreamWriter: writes streams and their records to the data file.
//
// Works within the change writer's SQLite transaction; throws Error. Not thread-safe.
#pragma once

#include <span>

#include "engine/persistence/journal.hpp"
#include "engine/persistence/share_writer.hpp"
#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence {

class StreamWriter {
public:
    // The connection's schema must be current; `shares` must outlive this object.
    StreamWriter(sqlite::Connection& connection, ShareWriter& shares);

    void write(std::span<const ChangeBatch> batches);

private:
    void write_stream(const StreamChange& change);
    void write_record(const StreamRecordRow& row);

    ShareWriter& shares_;
    sqlite::Statement put_stream_;
    sqlite::Statement remove_stream_;
    sqlite::Statement trim_records_;
    sqlite::Statement put_record_;
};

}  // namespace stator::engine::persistence
