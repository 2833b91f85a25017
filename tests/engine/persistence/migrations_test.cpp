#include "engine/persistence/migrations.hpp"

#include <vector>

#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence {
namespace {

constexpr Migration kFirst{1, "CREATE TABLE pets (name TEXT); INSERT INTO pets VALUES ('Rex')"};
constexpr Migration kSecond{2, "ALTER TABLE pets ADD COLUMN legs INTEGER NOT NULL DEFAULT 4"};
constexpr Migration kThird{3, "UPDATE pets SET legs = legs - 1"};
constexpr Migration kBroken{3, "UPDATE pets SET legs = 0; UPDATE ghosts SET legs = 1"};

TEST(Migrations, VersionsAreOneTwoThree) {
    std::int64_t expected = 1;
    for (const Migration& step : migrations()) EXPECT_EQ(step.version, expected++);
}

TEST(Migrations, MarksANewFileAsStators) {
    const testing::TemporaryDirectory directory;
    SqliteConnection connection(directory.file());
    migrate(connection, migrations());
    EXPECT_EQ(connection.integer("PRAGMA application_id"), kApplicationId);
    EXPECT_EQ(connection.integer("PRAGMA user_version"), migrations().back().version);
}

TEST(Migrations, AnOlderFileTakesOnlyTheStepsItHasNotSeen) {
    const testing::TemporaryDirectory directory;
    SqliteConnection connection(directory.file());
    migrate(connection, std::vector{kFirst});
    migrate(connection, std::vector{kFirst, kSecond, kThird});
    EXPECT_EQ(connection.integer("PRAGMA user_version"), 3);
    EXPECT_EQ(connection.integer("SELECT legs FROM pets WHERE name = 'Rex'"), 3);

    migrate(connection, std::vector{kFirst, kSecond, kThird});
    EXPECT_EQ(connection.integer("SELECT legs FROM pets"), 3);
}

TEST(Migrations, AStepThatFailsLeavesTheFileAsItWas) {
    const testing::TemporaryDirectory directory;
    SqliteConnection connection(directory.file());
    migrate(connection, std::vector{kFirst, kSecond});
    EXPECT_THROW(migrate(connection, std::vector{kFirst, kSecond, kBroken}), SqliteError);
    EXPECT_EQ(connection.integer("PRAGMA user_version"), 2);
    EXPECT_EQ(connection.integer("SELECT legs FROM pets"), 4);
}

// A crash between the creation of the file and its schema looks like this.
TEST(Migrations, DataFileBringsAFileWithoutSchemaUpToDate) {
    const testing::TemporaryDirectory directory;
    {
        SqliteConnection connection(directory.file());
        connection.execute("PRAGMA application_id = " + std::to_string(kApplicationId));
    }
    EXPECT_EQ(testing::refusal(directory.path()), "");
    SqliteConnection connection(directory.file());
    EXPECT_EQ(connection.integer("PRAGMA user_version"), migrations().back().version);
}

}  // namespace
}  // namespace stator::engine::persistence
