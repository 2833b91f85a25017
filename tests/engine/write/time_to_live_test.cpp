// Time to Live with a whole engine.
#include <gtest/gtest.h>

#include "engine/faults/watched_context.hpp"
#include "engine/storage/expiry_index.hpp"
#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::write {
namespace {

using testing::Database;
using testing::item;
using testing::number;
using testing::text;
using testing::update;

constexpr std::int64_t kNowS = Database::kStart.unix_ms() / 1'000;

EngineOptions with_delay(std::int64_t delay_ms) {
    EngineOptions options;
    options.time_to_live_delay_ms = delay_ms;
    return options;
}

std::string put(
    Database& database, std::string_view pk, const protocol::values::AttributeValue& at
) {
    return database.run(testing::put("Tab", item({{"pk", text(pk)}, {"at", at}})));
}

std::string enable(Database& database) {
    return database.run("UpdateTimeToLive", R"({"TableName":"Tab","TimeToLiveSpecification":
        {"Enabled":true,"AttributeName":"at"}})");
}

std::size_t count(Database& database, std::string_view more = "") {
    const std::string reply = database.run(
        "Scan", std::string(R"({"TableName":"Tab","Select":"COUNT")").append(more).append("}")
    );
    return static_cast<std::size_t>(std::stoi(reply.substr(reply.find(':') + 1)));
}

TEST(TimeToLive, DeletesExpiredItemsAfterTheDelay) {
    Database database(with_delay(2'000));
    database.create_table("Tab", "pk:S");
    EXPECT_EQ(
        enable(database), R"({"TimeToLiveSpecification":{"Enabled":true,"AttributeName":"at"}})"
    );
    put(database, "soon", number(kNowS + 10));
    put(database, "later", number(kNowS + 100));
    database.clock().advance(12'000);
    EXPECT_EQ(count(database), 2U) << "expired is not deleted";
    database.clock().advance(1);
    EXPECT_EQ(count(database), 1U);
    database.clock().advance(90'000);
    EXPECT_EQ(count(database), 0U);
}

TEST(TimeToLive, OnlyNumbersOfTheLastFiveYearsExpire) {
    Database database;
    database.create_table("Tab", "pk:S");
    put(database, "text", text(std::to_string(kNowS - 10)));
    put(database, "old", number(kNowS - 6 * 365 * 86'400));
    put(database, "zero", number("0"));
    put(database, "negative", number("-5"));
    put(database, "milliseconds", number(Database::kStart.unix_ms()));
    put(database, "huge", number("9e120"));
    put(database, "exponent", number(std::to_string(kNowS / 10 - 1) + "e1"));
    put(database, "fraction", number(std::to_string(kNowS - 1) + ".75"));
    enable(database);
    EXPECT_EQ(count(database), 6U) << "the last two are gone";
    EXPECT_EQ(
        count(database, R"(,"FilterExpression":"pk = :f OR pk = :e","ExpressionAttributeValues":
        {":f":{"S":"fraction"},":e":{"S":"exponent"}})"),
        0U
    );
}

TEST(TimeToLive, AWriteCanExtendAnItemsLife) {
    Database database(with_delay(2'000));
    database.create_table("Tab", "pk:S");
    enable(database);
    put(database, "a", number(kNowS + 1));
    database.clock().advance(2'000);
    put(database, "a", number(kNowS + 60));
    database.clock().advance(30'000);
    EXPECT_EQ(count(database), 1U);
    database.run(update("Tab", item({{"pk", text("a")}}), "REMOVE #at", {}, {{"#at", "at"}}));
    database.clock().advance(3'600'000);
    EXPECT_EQ(count(database), 1U);
}

TEST(TimeToLive, UpdatesIndexesAndNamesTheServiceInTheStream) {
    Database database;
    database.create_table(
        "Tab",
        "pk:S",
        "at:N",
        R"("GlobalSecondaryIndexes":[{"IndexName":"by-at","KeySchema":[{"AttributeName":"at",
        "KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}],"StreamSpecification":
        {"StreamEnabled":true,"StreamViewType":"OLD_IMAGE"})"
    );
    enable(database);
    put(database, "a", number(kNowS + 1));
    EXPECT_EQ(count(database, R"(,"IndexName":"by-at")"), 1U);
    database.clock().advance(1'001);
    EXPECT_EQ(count(database, R"(,"IndexName":"by-at")"), 0U);
    const std::string arn =
        database.member("DescribeTable", R"({"TableName":"Tab"})", "LatestStreamArn");
    faults::WatchedContext context;
    context.place.region = "us-east-1";
    auto& catalog = database.universe().catalog(context);
    const auto stream = catalog.streams().find(arn);
    std::vector<protocol::model::StreamRecord> records;
    for (const auto& shard : stream->shards()) {
        for (auto& record : shard->read({}, {100, 1'000'000}).records) records.push_back(record);
    }
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(records[1].event, protocol::model::StreamEvent::Remove);
    EXPECT_TRUE(records[1].by_time_to_live);
    EXPECT_FALSE(records[0].by_time_to_live);
    EXPECT_NE(records[1].old_image, nullptr);
}

TEST(TimeToLive, SurvivesARestart) {
    const testing::TemporaryDirectory directory;
    {
        Database first({}, directory.path());
        first.create_table("Tab", "pk:S");
        enable(first);
        put(first, "a", number(kNowS + 5));
        put(first, "b", number(kNowS + 500));
        EXPECT_TRUE(first.close());
    }
    Database second({}, directory.path(), Database::kStart + 60'000);
    EXPECT_EQ(
        second.run("DescribeTimeToLive", R"({"TableName":"Tab"})"),
        R"({"TimeToLiveDescription":{"TimeToLiveStatus":"ENABLED","AttributeName":"at"}})"
    );
    EXPECT_EQ(count(second), 1U);
}

TEST(TimeToLive, RefusesARequestThatChangesNothing) {
    Database database;
    database.create_table("Tab", "pk:S");
    constexpr std::string_view kDisable = R"({"TableName":"Tab","TimeToLiveSpecification":
        {"Enabled":false,"AttributeName":"at"}})";
    EXPECT_EQ(
        database.run("UpdateTimeToLive", kDisable),
        "ValidationException: TimeToLive is already disabled"
    );
    enable(database);
    EXPECT_EQ(enable(database), "ValidationException: TimeToLive is already enabled");
    EXPECT_EQ(
        database.run("UpdateTimeToLive", R"({"TableName":"Tab","TimeToLiveSpecification":
        {"Enabled":false,"AttributeName":"other"}})"),
        "ValidationException: TimeToLive is active on a different AttributeName: current "
        "AttributeName is at"
    );
    database.run("UpdateTimeToLive", kDisable);
    EXPECT_EQ(
        database.run("DescribeTimeToLive", R"({"TableName":"Tab"})"),
        R"({"TimeToLiveDescription":{"TimeToLiveStatus":"DISABLED"}})"
    );
}

}  // namespace
}  // namespace stator::engine::write
