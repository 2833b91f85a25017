#include "engine/persistence/sqlite/migrations.hpp"

#include <filesystem>

#include "engine/base/durable_files.hpp"
#include "engine/persistence/sqlite/old_item_tables.hpp"

namespace stator::engine::persistence::sqlite {
namespace {

// A page is written as a whole. This size holds several items, and often several changed ones.
constexpr int kPageBytes = 8192;

// The change writer also created one table per DynamoDB table, items_<number>.
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

// Since this version, the directory may contain a change log, which an older Stator would not read.
constexpr const char* kChangeLogSchema = "";

// The clock's setting: one row at most.
constexpr const char* kClockSchema = R"sql(
    CREATE TABLE clock (
        number INTEGER PRIMARY KEY CHECK (number = 1),
        follows INTEGER NOT NULL,
        virtual_ms INTEGER NOT NULL,
        real_ms INTEGER NOT NULL,
        scale_millionths INTEGER NOT NULL
    );
)sql";

// Entries of durable sections. The tokens of transactions are the first: their keys were universe,
// region and the rest, separated by NUL, and tokens with expiry 0 were no longer valid.
constexpr const char* kEntriesSchema = R"sql(
    CREATE TABLE entries (
        section TEXT NOT NULL,
        universe TEXT NOT NULL,
        region TEXT NOT NULL,
        key BLOB NOT NULL,
        value BLOB NOT NULL,
        expires_ms INTEGER,
        PRIMARY KEY (section, universe, region, key)
    ) WITHOUT ROWID;
    CREATE INDEX entries_by_expiry ON entries (expires_ms) WHERE expires_ms IS NOT NULL;
    INSERT INTO entries (section, universe, region, key, value, expires_ms)
        WITH in_universe AS (
            SELECT
                CAST(substr(key, 1, instr(key, x'00') - 1) AS TEXT) AS universe,
                substr(key, instr(key, x'00') + 1) AS rest,
                CAST(fingerprint || CAST(replay AS BLOB) AS BLOB) AS value,
                expires_ms
            FROM tokens WHERE expires_ms > 0
        )
        SELECT
            'tokens',
            universe,
            CAST(substr(rest, 1, instr(rest, x'00') - 1) AS TEXT),
            substr(rest, instr(rest, x'00') + 1),
            value,
            expires_ms
        FROM in_universe;
    DROP TABLE tokens;
)sql";

// Clocks become an entry of their universe. Before this step, one row applied to all universes.
constexpr const char* kClocksSchema = R"sql(
    INSERT INTO entries (section, universe, region, key, value, expires_ms)
        SELECT
            'clock',
            universes.universe,
            '',
            CAST('setting' AS BLOB),
            CAST(clock.virtual_ms || ' ' || clock.real_ms || ' ' || clock.scale_millionths AS BLOB),
            NULL
        FROM clock, (SELECT universe FROM tables UNION SELECT '') AS universes
        WHERE clock.follows = 0;
    DROP TABLE clock;
)sql";

// Rows and records that a copy shares with its original (share_writer.hpp).
constexpr const char* kSharesSchema = R"sql(
    CREATE TABLE table_shares (
        number INTEGER PRIMARY KEY,
        base INTEGER NOT NULL
    );
    CREATE INDEX shares_by_base ON table_shares (base);
    CREATE TABLE stream_shares (
        stream INTEGER NOT NULL,
        source INTEGER NOT NULL,
        last_commit INTEGER NOT NULL,
        PRIMARY KEY (stream, source)
    ) WITHOUT ROWID;
    CREATE INDEX shares_by_source ON stream_shares (source, last_commit);
)sql";

// Images of items before their changes (history_writer.hpp). Tables may be backups.
constexpr const char* kHistorySchema = R"sql(
    ALTER TABLE tables ADD COLUMN is_backup INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE item_history (
        table_number INTEGER NOT NULL,
        position INTEGER NOT NULL,
        time_ms INTEGER NOT NULL,
        is_insertion INTEGER NOT NULL,
        row_id INTEGER NOT NULL,
        image BLOB NOT NULL,
        PRIMARY KEY (table_number, position)
    ) WITHOUT ROWID;
)sql";

// Checksums of rows and of tables (row_seals.hpp). The tables of items get theirs by
// add_row_sums(). The numbers of change logs begin here.
constexpr const char* kSumsSchema = R"sql(
    CREATE TABLE seals (
        kind INTEGER NOT NULL,
        number INTEGER NOT NULL,
        row_count INTEGER NOT NULL,
        total INTEGER NOT NULL,
        sum INTEGER NOT NULL,
        PRIMARY KEY (kind, number)
    ) WITHOUT ROWID;
    INSERT INTO meta (key, value) VALUES
        ('data_file_id', random()),
        ('logs_started', 0), ('logs_folded', 0), ('logs_forced', 0), ('logs_boot', 0);
    ALTER TABLE meta ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    UPDATE meta SET sum = row_sum(key, value);
    ALTER TABLE tables ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET sum = row_sum(number, universe, region, definition, is_backup);
    ALTER TABLE streams ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    UPDATE streams SET sum = row_sum(number, universe, region, definition);
    ALTER TABLE stream_records ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    UPDATE stream_records SET sum = row_sum(stream, sequence, ordinal, shard_id, time_ms, event,
        by_time_to_live, keys, old_image, new_image);
    ALTER TABLE entries ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    UPDATE entries SET sum = row_sum(section, universe, region, key, value, expires_ms);
    ALTER TABLE item_history ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    UPDATE item_history SET
        sum = row_sum(table_number, position, time_ms, is_insertion, row_id, image);
    ALTER TABLE table_shares ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    UPDATE table_shares SET sum = row_sum(number, base);
    ALTER TABLE stream_shares ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    UPDATE stream_shares SET sum = row_sum(stream, source, last_commit);
)sql";

// All items in one table (row_sets.hpp). gather_rows() fills it.
constexpr const char* kRowSetsSchema = R"sql(
    CREATE TABLE items (
        place INTEGER PRIMARY KEY,
        image BLOB NOT NULL,
        sum INTEGER NOT NULL
    );
    CREATE TABLE row_sets (
        number INTEGER PRIMARY KEY,
        own INTEGER NOT NULL,
        base INTEGER,
        sum INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX row_sets_by_own ON row_sets (own);
    CREATE INDEX row_sets_by_base ON row_sets (base) WHERE base IS NOT NULL;
)sql";

constexpr Migration kMigrations[] = {
    {1, kFirstSchema},
    {2, kStreamsSchema},
    {3, kChangeLogSchema},
    {4, kClockSchema},
    {5, kEntriesSchema},
    {6, kClocksSchema},
    {7, kSharesSchema},
    {8, kHistorySchema},
    {9, kSumsSchema, add_row_sums},
    {10, kRowSetsSchema, gather_rows},
};

}  // namespace

std::span<const Migration> migrations() {
    return kMigrations;
}

void migrate(Connection& connection, std::span<const Migration> steps, PageCheck page_check) {
    const std::int64_t found = connection.integer("PRAGMA user_version");
    if (found >= steps.back().version) return;
    // Damaged rows must not get valid checksums.
    if (found > 0 && page_check == PageCheck::Done) check_pages(connection);
    Transaction transaction(connection);
    for (const Migration& step : steps) {
        if (step.version <= found) continue;
        connection.execute(step.sql);
        if (step.work != nullptr) step.work(connection);
    }
    connection.execute("PRAGMA application_id = " + std::to_string(kApplicationId));
    connection.execute("PRAGMA user_version = " + std::to_string(steps.back().version));
    transaction.commit();
}

void make_data_file(
    const std::string& directory, const std::string& path, const std::string& synchronous
) {
    const std::string unfinished = path + ".unfinished";
    for (const std::string& left : {unfinished, unfinished + "-journal", path + "-wal"}) {
        std::filesystem::remove(left);
    }
    {
        Connection connection(unfinished);
        connection.execute("PRAGMA synchronous = " + synchronous);
        connection.execute("PRAGMA page_size = " + std::to_string(kPageBytes));
        migrate(connection, migrations());
    }
    std::filesystem::rename(unfinished, path);
    sync_names(directory);
}

}  // namespace stator::engine::persistence::sqlite
