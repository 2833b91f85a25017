// Due work is done by a request, or by the thread that listens to Engine::due().
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/database.hpp"
#include "tests/support/replicas.hpp"

namespace stator::engine::universes {
namespace {

using testing::Database;
using testing::item;
using testing::number;
using testing::text;
using testing::replicas::kHome;
using testing::replicas::kIreland;
using testing::replicas::put;

// Stands in for a thread that would call run_due(), and counts how often it is woken.
class DueListener {
public:
    explicit DueListener(Engine& engine) : engine_(engine) {
        engine_.due().listen([this] { ++wakes; });
        engine_.due().start();
    }

    ~DueListener() { engine_.due().stop(); }

    DueListener(const DueListener&) = delete;
    DueListener& operator=(const DueListener&) = delete;

    int wakes = 0;

private:
    Engine& engine_;
};

constexpr std::int64_t kNowS = Database::kStart.unix_ms() / 1'000;

// A table with one item that expires in ten seconds.
void create_expiring(Database& database) {
    database.create_table("Tab", "pk:S");
    database.run("UpdateTimeToLive", R"({"TableName":"Tab","TimeToLiveSpecification":
        {"Enabled":true,"AttributeName":"at"}})");
    database.run(testing::put("Tab", item({{"pk", text("soon")}, {"at", number(kNowS + 10)}})));
}

std::string count(Database& database) {
    return database.run("Scan", R"({"TableName":"Tab","Select":"COUNT"})");
}

TEST(DueWork, ARequestLeavesDueWorkToTheListener) {
    Database database;
    create_expiring(database);
    DueListener listener(database.engine());
    database.clock().advance(10'001);
    EXPECT_EQ(count(database), R"({"Count":1,"ScannedCount":1})");
    EXPECT_EQ(listener.wakes, 1);
    database.universe().run_due();
    EXPECT_EQ(count(database), R"({"Count":0,"ScannedCount":0})");
    EXPECT_EQ(listener.wakes, 1);
}

TEST(DueWork, ARequestDoesDueWorkWithoutAListener) {
    Database database;
    create_expiring(database);
    { const DueListener former(database.engine()); }
    database.clock().advance(10'001);
    EXPECT_EQ(count(database), R"({"Count":0,"ScannedCount":0})");
}

TEST(DueWork, ARequestDoesDueWorkIfAnswersMustBeRepeatable) {
    EngineOptions options;
    options.seed = 7;
    Database database(options);
    create_expiring(database);
    DueListener listener(database.engine());
    database.clock().advance(10'001);
    EXPECT_EQ(count(database), R"({"Count":0,"ScannedCount":0})");
    EXPECT_EQ(listener.wakes, 0);
}

TEST(DueWork, ARequestSeesDueTransitionsCompleted) {
    EngineOptions options;
    options.table_delay_ms = 500;
    Database database(options);
    database.create_table("Tab", "pk:S");
    const DueListener listener(database.engine());
    database.clock().advance(500);
    EXPECT_EQ(count(database), R"({"Count":0,"ScannedCount":0})");
}

TEST(DueWork, ARequestDeliversAFewReplicatedWrites) {
    testing::replicas::World world;
    world.create();
    world.add(kIreland);
    world.set_lag(1'000);
    const DueListener listener(world.database.engine());
    for (int i = 0; i < 200; ++i) {
        world.database.run(put("pk" + std::to_string(i), "v"), kHome);
    }
    world.database.clock().advance(1'000);
    const auto arrived = [&] {
        const std::string reply =
            world.database.run("Scan", R"({"TableName":"tbl","Select":"COUNT"})", kIreland);
        return std::stoi(reply.substr(reply.find(':') + 1));
    };
    const int first = arrived();
    EXPECT_GT(first, 0);
    EXPECT_LT(first, 200);
    EXPECT_GT(arrived(), first);
    world.database.universe().run_due();
    EXPECT_EQ(arrived(), 200);
}

TEST(DueWork, FreesDroppedDataInTheBackground) {
    std::vector<Background::Step> steps;
    EngineOptions options;
    options.background = [&](Background::Step step) { steps.push_back(std::move(step)); };
    Database database(options);
    database.create_table("Tab", "pk:S");
    database.universe().run_due();
    const std::weak_ptr<table::Table> table = database.table("Tab");
    EXPECT_TRUE(steps.empty());
    database.run("DeleteTable", R"({"TableName":"Tab"})");
    database.universe().run_due();
    EXPECT_TRUE(table.expired());
    ASSERT_FALSE(steps.empty());
    for (const Background::Step& step : steps) EXPECT_FALSE(step());
}

}  // namespace
}  // namespace stator::engine::universes
