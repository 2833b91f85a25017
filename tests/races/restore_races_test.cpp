// Tables are restored to a moment while their source is written and deleted and other threads
// create tables of the same names. Every restored table has the source's items of that moment, and
// the data file agrees. A universe that is reset during that has no tables afterwards.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>

#include "tests/races/baton.hpp"
#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::races {
namespace {

using testing::Database;

constexpr int kRestoreSeeds = 100;
constexpr int kTargets = 6;
constexpr int kRestoredKeys = 3;
constexpr int kRestoredWrites = 8;

std::string source_item(int key, const std::string& value) {
    return R"({"TableName":"source","Item":{"pk":{"S":"k)" + std::to_string(key) +
           R"("},"v":{"S":")" + value + R"("}}})";
}

std::string named(const std::string& table) {
    return R"({"TableName":")" + table + R"("})";
}

// The source has items "old" before its history begins.
void make_source(Database& database) {
    database.create_table("source", "pk:S");
    for (int key = 0; key < kRestoredKeys; ++key) database.run("PutItem", source_item(key, "old"));
    database.run(
        "UpdateContinuousBackups",
        R"({"TableName":"source","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}})"
    );
}

void write_source(Database& database) {
    for (int step = 0; step < kRestoredWrites; ++step) {
        database.run("PutItem", source_item(step % kRestoredKeys, "new" + std::to_string(step)));
    }
    database.run("DeleteTable", named("source"));
}

bool is_success(const std::string& reply) {
    return reply.starts_with('{');
}

// How many restores and creations of each target succeeded.
using Successes = std::array<int, kTargets>;

void restore(Database& database, Successes& successes) {
    for (int target = 0; target < kTargets; ++target) {
        const std::string reply = database.run(
            "RestoreTableToPointInTime",
            R"({"SourceTableName":"source","UseLatestRestorableTime":true,"TargetTableName":"target)" +
                std::to_string(target) + "\"}"
        );
        if (is_success(reply)) ++successes[static_cast<std::size_t>(target)];
    }
}

// A reset after some requests.
void reset(Database& database, std::uint64_t requests) {
    for (std::uint64_t made = 0; made < requests; ++made) database.run("ListTables", "{}");
    database.engine().reset_universe("", {});
}

void restore_backup(Database& database) {
    const std::string arn = database.member(
        "CreateBackup", R"({"TableName":"source","BackupName":"saved"})", "BackupArn"
    );
    for (int target = 0; target < kTargets; ++target) {
        database.run(
            "RestoreTableFromBackup",
            R"({"BackupArn":")" + arn + R"(","TargetTableName":"from-backup)" +
                std::to_string(target) + "\"}"
        );
    }
}

void create(Database& database, Successes& successes) {
    for (int target = kTargets; target-- > 0;) {
        const std::string name = "target" + std::to_string(target);
        const std::string reply = database.create_table(name, "pk:S");
        if (is_success(reply)) ++successes[static_cast<std::size_t>(target)];
    }
}

// The items of each table.
std::map<std::string, std::string> content_of(Database& database) {
    std::map<std::string, std::string> content;
    for (int target = 0; target < kTargets; ++target) {
        const std::string name = "target" + std::to_string(target);
        content[name] = database.run("Scan", named(name));
    }
    return content;
}

struct RestoreRace {
    explicit RestoreRace(std::uint64_t seed) : baton(seed) {
        database.emplace(engine::EngineOptions{}, directory.path());
        make_source(*database);
    }

    // Describes the first fault after the actors have run; "" if there is none.
    std::string fault() {
        const auto content = content_of(*database);
        for (int target = 0; target < kTargets; ++target) {
            const std::string name = "target" + std::to_string(target);
            const int count = successes[0][static_cast<std::size_t>(target)] +
                              successes[1][static_cast<std::size_t>(target)] +
                              successes[2][static_cast<std::size_t>(target)];
            if (count != 1) return name + " was made " + std::to_string(count) + " times";
            if (content.at(name).find("new") != std::string::npos) {
                return name + " has a later item: " + content.at(name);
            }
        }
        database.reset();
        database.emplace(engine::EngineOptions{}, directory.path());
        for (const auto& [name, items] : content_of(*database)) {
            if (items != content.at(name)) return name + " is " + items + " in the data file";
        }
        return "";
    }

    testing::TemporaryDirectory directory;
    std::optional<Database> database;
    std::array<Successes, 3> successes{};
    Baton baton;
};

TEST(RestoreRaces, MakeEachTableOnceAsTheSourceWas) {
    std::uint64_t collisions = 0;
    for (std::uint64_t seed = 1; seed <= kRestoreSeeds; ++seed) {
        RestoreRace race(seed);
        race.baton.run({
            [&] { write_source(*race.database); },
            [&] { restore(*race.database, race.successes[0]); },
            [&] { restore(*race.database, race.successes[1]); },
            [&] { create(*race.database, race.successes[2]); },
        });
        collisions += race.baton.collisions();
        ASSERT_EQ(race.fault(), "") << "seed " << seed;
    }
    EXPECT_GT(collisions, 100U) << "actors hardly meet";
}

TEST(RestoreRaces, LeaveNoTableInAUniverseThatWasReset) {
    int restored = 0;
    for (std::uint64_t seed = 1; seed <= kRestoreSeeds; ++seed) {
        RestoreRace race(seed);
        race.baton.run({
            [&] { restore(*race.database, race.successes[0]); },
            [&] { restore_backup(*race.database); },
            [&] { reset(*race.database, seed % 20); },
        });
        restored += static_cast<int>(std::ranges::count(race.successes[0], 1));
        ASSERT_EQ(race.database->run("ListTables", "{}"), R"({"TableNames":[]})")
            << "seed " << seed;
        race.database.reset();
        race.database.emplace(engine::EngineOptions{}, race.directory.path());
        ASSERT_EQ(race.database->run("ListTables", "{}"), R"({"TableNames":[]})")
            << "in the data file, seed " << seed;
    }
    EXPECT_GT(restored, kRestoreSeeds) << "the reset hardly meets a restore";
    EXPECT_LT(restored, kRestoreSeeds * kTargets) << "the reset comes last";
}

}  // namespace
}  // namespace stator::races
