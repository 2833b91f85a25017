#include "emulator/admin/routes/groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "emulator/admin/router.hpp"
#include "emulator/admin/routes.hpp"
#include "emulator/overload/load.hpp"
#include "emulator/overload/memory_guard.hpp"
#include "tests/emulator/support/world.hpp"

namespace stator::emulator::admin::routes {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::World;

class MetricsRoutes : public ::testing::Test {
protected:
    std::string metrics() { return get("/metrics"); }

    std::string get(std::string_view path) {
        const AdminRouter router(world_.laboratories(), all_admin_routes(), nullptr, services_);
        http::HttpRequest request;
        request.method = "GET";
        request.target = path;
        return router.handle(request)->body;
    }

    void put_policy(const std::string& universe, const std::string& arn) {
        world_.run(
            universe,
            "PutResourcePolicy",
            R"({"ResourceArn":")" + arn +
                R"(","Policy":"{\"Statement\":[{\"Effect\":\"Deny\",\"Principal\":\"*\",)"
                R"(\"Action\":\"dynamodb:DescribeStream\",\"Resource\":\"*\"}]}"})"
        );
    }

    void switch_insights(const std::string& action, const std::string& more = "") {
        world_.run(
            "",
            "UpdateContributorInsights",
            R"({"TableName":"Music","ContributorInsightsAction":")" + action + "\"" + more + "}"
        );
    }

    World world_;
    Services services_;
};

TEST_F(MetricsRoutes, CountTablesAndItemsOfAllUniverses) {
    world_.create_table("", "Music");
    world_.create_table("a", "Music");
    world_.put("a", "Music", "ann");
    const std::string text = metrics();
    EXPECT_THAT(text, HasSubstr("\nstator_universes 2\n"));
    EXPECT_THAT(text, HasSubstr("\nstator_tables 2\n"));
    EXPECT_THAT(text, HasSubstr("\nstator_items 1\n"));
}

TEST_F(MetricsRoutes, ShowTheLimits) {
    EXPECT_THAT(metrics(), HasSubstr("\nstator_resident_bytes "));
    EXPECT_THAT(metrics(), HasSubstr("\nstator_allocated_bytes "));
    EXPECT_THAT(metrics(), Not(HasSubstr("stator_connections")));
    overload::Load load({.connections = 7});
    load.enter();
    load.keep(0, 123);
    overload::MemoryGuard guard(1u << 30, overload::MemoryGuard::system_probe(), {});
    guard.note_refusal();
    services_.load = &load;
    services_.memory = &guard;
    const std::string text = metrics();
    EXPECT_THAT(text, HasSubstr("\nstator_connections 1\n"));
    EXPECT_THAT(text, HasSubstr("\nstator_connections_limit 7\n"));
    EXPECT_THAT(text, HasSubstr("\nstator_in_flight_bytes 123\n"));
    EXPECT_THAT(text, HasSubstr("\nstator_memory_refused_total 1\n"));
    const std::string limits = get("/_stator/v1/limits");
    EXPECT_THAT(limits, HasSubstr(R"("connections":{"open":1,"active":0,"limit":7,)"));
    EXPECT_THAT(limits, HasSubstr(R"("bytesInFlight":{"now":123,)"));
    EXPECT_THAT(limits, HasSubstr(R"("limitBytes":1073741824,"refusesWrites":false,"refused":1)"));
}

TEST_F(MetricsRoutes, CountReplicatedWrites) {
    world_.create_table("", "Music");
    world_.run(
        "",
        "UpdateTable",
        R"({"TableName":"Music","ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}]})"
    );
    world_.put("", "Music", "ann");
    EXPECT_THAT(metrics(), HasSubstr("\nstator_replication_waiting 1\n"));
    world_.real().advance(1'500);
    EXPECT_THAT(metrics(), HasSubstr("\nstator_replication_waiting 0\n"));
    EXPECT_THAT(metrics(), HasSubstr("\nstator_replication_applied_total 1\n"));
    EXPECT_THAT(metrics(), HasSubstr("\nstator_replication_conflicts_total 0\n"));
}

TEST_F(MetricsRoutes, CountThePoliciesOfTablesAndStreams) {
    EXPECT_THAT(metrics(), HasSubstr("\nstator_resource_policies 0\n"));
    const std::string deny_scans =
        R"("ResourcePolicy":"{\"Statement\":[{\"Effect\":\"Deny\",\"Principal\":\"*\",)"
        R"(\"Action\":\"dynamodb:Scan\",\"Resource\":\"*\"}]}")";
    world_.create_table("", "Music", deny_scans);
    world_.create_table("", "Other", testing::kStreamOn);
    put_policy("", world_.stream_arn("", "Other"));
    world_.create_table("a", "Music", deny_scans);
    EXPECT_THAT(metrics(), HasSubstr("\nstator_resource_policies 3\n"));
    world_.run("", "DeleteTable", R"({"TableName":"Other"})");
    EXPECT_THAT(metrics(), HasSubstr("\nstator_resource_policies 2\n"));
}

TEST_F(MetricsRoutes, CountTablesWithContributorInsights) {
    world_.run("", "CreateTable", R"({"TableName":"Music","BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
        "GlobalSecondaryIndexes":[{"IndexName":"idx",
            "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
            "Projection":{"ProjectionType":"ALL"}}]})");
    EXPECT_THAT(metrics(), HasSubstr("\nstator_contributor_insights 0\n"));
    switch_insights("ENABLE");
    switch_insights("ENABLE", R"(,"IndexName":"idx")");
    EXPECT_THAT(metrics(), HasSubstr("\nstator_contributor_insights 2\n"));
    switch_insights("DISABLE");
    EXPECT_THAT(metrics(), HasSubstr("\nstator_contributor_insights 1\n"));
}

}  // namespace
}  // namespace stator::emulator::admin::routes
