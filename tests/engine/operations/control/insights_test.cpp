// Contributor Insights through the whole engine: statuses over time, persistence, and deletion with
// an index.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations::control {
namespace {

using testing::Database;

constexpr std::int64_t kInsightsDelayMs = 100;

EngineOptions delayed_insights() {
    EngineOptions options;
    options.table_delay_ms = kInsightsDelayMs;
    return options;
}

std::string named_table(const std::string& more = "") {
    return R"({"TableName":"tbl")" + more + "}";
}

void create_indexed(Database& database) {
    database.create_table(
        "tbl",
        "pk:S",
        "g:S",
        R"("GlobalSecondaryIndexes":[{"IndexName":"by_g","KeySchema":[{"AttributeName":"g",)"
        R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}])"
    );
    database.clock().advance(kInsightsDelayMs);
}

std::string update(Database& database, const std::string& action, const std::string& more = "") {
    return database.member(
        "UpdateContributorInsights",
        named_table(R"(,"ContributorInsightsAction":")" + action + "\"" + more),
        "ContributorInsightsStatus"
    );
}

std::string insights_status(Database& database, const std::string& more = "") {
    return database.member(
        "DescribeContributorInsights", named_table(more), "ContributorInsightsStatus"
    );
}

const std::string kIndex = R"(,"IndexName":"by_g")";

TEST(ContributorInsights, FollowTheClock) {
    Database database(delayed_insights());
    create_indexed(database);
    EXPECT_EQ(update(database, "ENABLE"), "ENABLING");
    EXPECT_EQ(update(database, "ENABLE"), "ENABLING");
    database.clock().advance(kInsightsDelayMs - 1);
    EXPECT_EQ(insights_status(database), "ENABLING");
    EXPECT_EQ(update(database, "DISABLE"), "DISABLING");
    database.clock().advance(kInsightsDelayMs - 1);
    EXPECT_EQ(insights_status(database), "DISABLING");
    database.clock().advance(1);
    EXPECT_EQ(insights_status(database), "DISABLED");
    EXPECT_EQ(insights_status(database, kIndex), "DISABLED");
}

TEST(ContributorInsights, ReportTheTimeOfTheirLastChange) {
    Database database(delayed_insights());
    create_indexed(database);
    update(database, "ENABLE");
    database.clock().advance(kInsightsDelayMs);
    EXPECT_EQ(
        database.run("DescribeContributorInsights", named_table()),
        R"({"TableName":"tbl","ContributorInsightsRuleList":[)"
        R"("DynamoDBContributorInsights-PKC-tbl-1750000000100",)"
        R"("DynamoDBContributorInsights-PKT-tbl-1750000000100"],)"
        R"("ContributorInsightsStatus":"ENABLED",)"
        R"("ContributorInsightsMode":"ACCESSED_AND_THROTTLED_KEYS",)"
        R"("LastUpdateDateTime":1750000000.2})"
    );
}

TEST(ContributorInsights, SurviveARestartDuringAChange) {
    const testing::TemporaryDirectory directory;
    {
        Database database(delayed_insights(), directory.path());
        create_indexed(database);
        update(database, "ENABLE", kIndex);
        ASSERT_TRUE(database.close());
    }
    Database database(
        delayed_insights(), directory.path(), Database::kStart + 2 * kInsightsDelayMs
    );
    EXPECT_EQ(insights_status(database, kIndex), "ENABLING");
    database.clock().advance(kInsightsDelayMs);
    EXPECT_EQ(insights_status(database, kIndex), "ENABLED");
    EXPECT_EQ(insights_status(database), "DISABLED");
    ASSERT_TRUE(database.close());
}

TEST(ContributorInsights, AreDeletedWithTheirIndex) {
    Database database;
    create_indexed(database);
    update(database, "ENABLE", kIndex);
    database.run(
        "UpdateTable",
        named_table(R"(,"GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"by_g"}}])")
    );
    EXPECT_EQ(
        database.run("ListContributorInsights", "{}"), R"({"ContributorInsightsSummaries":[]})"
    );
    EXPECT_TRUE(database.table("tbl")->snapshot()->description.insights.empty());
}

TEST(ContributorInsights, AreCopiedWithTheirUniverse) {
    Database database;
    create_indexed(database);
    update(database, "ENABLE");
    database.engine().copy_universe("", "fork");
    update(database, "DISABLE");
    EXPECT_EQ(insights_status(database), "DISABLED");
    database.engine().copy_universe("fork", "");
    EXPECT_EQ(insights_status(database), "ENABLED");
}

// AWS: a table is busy while one of its indexes is being created, and an index while it is being
// created.
TEST(ContributorInsights, WaitForAnIndexToBeActive) {
    Database database(delayed_insights());
    create_indexed(database);
    database.run(
        "UpdateTable",
        named_table(R"(,"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
                    R"({"AttributeName":"h","AttributeType":"S"}],"GlobalSecondaryIndexUpdates":[)"
                    R"({"Create":{"IndexName":"by_h","KeySchema":[{"AttributeName":"h",)"
                    R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}}])")
    );
    const auto enable = [&](const std::string& more) {
        return database.run(
            "UpdateContributorInsights",
            named_table(R"(,"ContributorInsightsAction":"ENABLE")" + more)
        );
    };
    const std::string state =
        "ValidationException: Table or Index is not in a valid state to update Key Access "
        "Insights: ";
    const std::string index = R"(,"IndexName":"by_h")";
    EXPECT_EQ(enable(""), state + "TableStatus must be ACTIVE to enable ContributorInsights.");
    database.clock().advance(kInsightsDelayMs);  // backfilling: the table is ACTIVE again
    EXPECT_EQ(enable(index), state + "IndexStatus must be ACTIVE to enable ContributorInsights.");
    database.clock().advance(kInsightsDelayMs);
    EXPECT_TRUE(enable(index).starts_with(R"({"TableName":"tbl","IndexName":"by_h")"));
}

TEST(ContributorInsights, ArePagedThroughTablesAndIndexes) {
    Database database;
    create_indexed(database);
    database.create_table("abc", "pk:S");
    update(database, "ENABLE");
    update(database, "ENABLE", kIndex);
    database.run(
        "UpdateContributorInsights", R"({"TableName":"abc","ContributorInsightsAction":"ENABLE"})"
    );
    std::string seen;
    std::string token;
    for (int page = 0; page < 5; ++page) {
        const std::string request = R"({"MaxResults":1)" + token + "}";
        seen += database.member("ListContributorInsights", request, "TableName") + "/" +
                database.member("ListContributorInsights", request, "IndexName") + " ";
        const std::string next = database.member("ListContributorInsights", request, "NextToken");
        if (next.empty()) break;
        token = R"(,"NextToken":")" + next + "\"";
    }
    EXPECT_EQ(seen, "abc/ tbl/ tbl/by_g ");
}

}  // namespace
}  // namespace stator::engine::operations::control
