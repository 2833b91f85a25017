// StreamWriter: writes streams and their records to the data file.
//
// Works within the change writer's SQLite transaction; throws SqliteError. Not thread-safe.
#pragma once

#include <span>

#include "engine/persistence/journal.hpp"
#include "engine/persistence/share_writer.hpp"
#include "engine/persistence/sqlite.hpp"

namespace stator::engine::persistence {

class StreamWriter {
public:
    // The connection's schema must be current; `shares` must outlive this.
    StreamWriter(SqliteConnection& connection, ShareWriter& shares);

    void write(std::span<const ChangeBatch> batches);

private:
    void write_stream(const StreamChange& change);
    void write_record(const StreamRecordRow& row);

    ShareWriter& shares_;
    SqliteStatement put_stream_;
    SqliteStatement remove_stream_;
    SqliteStatement trim_records_;
    SqliteStatement put_record_;
};

}  // namespace stator::engine::persistence
