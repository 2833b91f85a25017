#include "engine/persistence/migrations.hpp"

#include <string>

namespace stator::engine::persistence {

namespace {

// One more table per DynamoDB table, items_<number>, is made by the change writer.
constexpr const char* kFirstSchema = R"sql(
    CREATE TABLE meta (
        key TEXT PRIMARY KEY,
        value INTEGER NOT NULL
    );
    INSERT INTO meta (key, value) VALUES ('last_sequence', 0), ('last_table_number', 0);
    CREATE TABLE tables (
        number INTEGER PRIMARY KEY,
        universe TEXT NOT NULL,
        region TEXT NOT NULL,
        definition TEXT NOT NULL
    );
)sql";

// Streams and their records, and the tokens of transactions.
constexpr const char* kStreamsSchema = R"sql(
    CREATE TABLE streams (
        number INTEGER PRIMARY KEY,
        universe TEXT NOT NULL,
        region TEXT NOT NULL,
        definition TEXT NOT NULL
    );
    CREATE TABLE stream_records (
        stream INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        shard_id TEXT NOT NULL,
        time_ms INTEGER NOT NULL,
        event INTEGER NOT NULL,
        by_time_to_live INTEGER NOT NULL,
        keys BLOB NOT NULL,
        old_image BLOB,
        new_image BLOB,
        PRIMARY KEY (stream, sequence, ordinal)
    ) WITHOUT ROWID;
    CREATE TABLE tokens (
        key BLOB PRIMARY KEY,
        fingerprint BLOB NOT NULL,
        expires_ms INTEGER NOT NULL,
        replay TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tokens_by_expiry ON tokens (expires_ms);
)sql";

// From here on a change log may lie beside the file, which an older Stator would not read.
constexpr const char* kChangeLogSchema = "";

// How the clock is set: one row at most.
constexpr const char* kClockSchema = R"sql(
    CREATE TABLE clock (
        number INTEGER PRIMARY KEY CHECK (number = 1),
        follows INTEGER NOT NULL,
        virtual_ms INTEGER NOT NULL,
        real_ms INTEGER NOT NULL,
        scale_millionths INTEGER NOT NULL
    );
)sql";

constexpr Migration kMigrations[] = {
    {1, kFirstSchema},
    {2, kStreamsSchema},
    {3, kChangeLogSchema},
    {4, kClockSchema},
};

}  // namespace

std::span<const Migration> migrations() {
    return kMigrations;
}

void migrate(SqliteConnection& connection, std::span<const Migration> steps) {
    const std::int64_t found = connection.integer("PRAGMA user_version");
    if (found >= steps.back().version) return;
    SqliteTransaction transaction(connection);
    for (const Migration& step : steps) {
        if (step.version > found) connection.execute(step.sql);
    }
    connection.execute("PRAGMA application_id = " + std::to_string(kApplicationId));
    connection.execute("PRAGMA user_version = " + std::to_string(steps.back().version));
    transaction.commit();
}

}  // namespace stator::engine::persistence
