#include "engine/persistence/migrations.hpp"

#include <string>

namespace stator::engine {

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

constexpr Migration kMigrations[] = {
    {1, kFirstSchema},
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

}  // namespace stator::engine
