// Auto scaling of global tables, through the whole engine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/database.hpp"

namespace stator::engine::universes::work {
namespace {

using testing::Database;
using ::testing::HasSubstr;
using testing::item;
using ::testing::Not;
using testing::put;
using testing::text;

std::string named(const std::string& more = "") {
    return R"({"TableName":"tbl")" + more + "}";
}

class ScaledReplicas : public ::testing::Test {
protected:
    ScaledReplicas() {
        database_.create_table("tbl", "pk:S");
        database_.universe().global_tables().set_links({Distribution::fixed(0), {}});
        database_.run(
            "UpdateTable", named(R"(,"ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}])")
        );
        pass(0);
        database_.run(
            "UpdateTable",
            named(R"(,"BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":5,)"
                  R"("WriteCapacityUnits":5})")
        );
        pass(0);
    }

    void pass(std::int64_t milliseconds) {
        database_.clock().advance(milliseconds);
        database_.universe().run_due();
    }

    std::string describe(std::string_view region) {
        return database_.run("DescribeTable", named(), region);
    }

    // Sends twelve writes per second for a minute. Returns the number of rejected writes.
    int write_for_a_minute() {
        int refused = 0;
        for (int second = 0; second < 60; ++second) {
            for (int i = 0; i < 12; ++i) {
                const std::string key = std::to_string(second) + "." + std::to_string(i);
                const auto request = put("tbl", item({{"pk", text(key)}}));
                refused += database_.run(request) == "{}" ? 0 : 1;
            }
            pass(1'000);
        }
        return refused;
    }

    bool has_units(int units) {
        const std::string text = R"("WriteCapacityUnits":)" + std::to_string(units) + "}";
        return describe("us-east-1").find(text) != std::string::npos;
    }

    Database database_{
        EngineOptions{.throttle = capacity::ThrottleMode::Aws, .collects_heat = true}};
};

// A burst consumes the saved capacity and is throttled. It is served once the capacity has grown;
// without traffic, the capacity shrinks again.
TEST_F(ScaledReplicas, CapacityFollowsTheTraffic) {
    const std::string scaled = database_.run(
        "UpdateTableReplicaAutoScaling",
        named(
            R"(,"ProvisionedWriteCapacityAutoScalingUpdate":{"MinimumUnits":5,"MaximumUnits":40,)"
            R"("ScalingPolicyUpdate":{"PolicyName":"p","TargetTrackingScalingPolicyConfiguration":)"
            R"({"TargetValue":50}}})"
        )
    );
    EXPECT_THAT(scaled, HasSubstr(R"("MinimumUnits":5,"MaximumUnits":40,)"));
    pass(0);
    int minutes = 0;
    while (!has_units(24)) {
        write_for_a_minute();
        ASSERT_LT(++minutes, 5);
    }
    EXPECT_GE(minutes, 2);
    EXPECT_THAT(describe("eu-west-1"), HasSubstr(R"("WriteCapacityUnits":24)"));
    EXPECT_EQ(write_for_a_minute(), 0);
    for (int minute = 0; minute < 17; ++minute) pass(60'000);
    EXPECT_TRUE(has_units(5));
    EXPECT_THAT(
        database_.run(
            "UpdateTableReplicaAutoScaling",
            named(R"(,"ProvisionedWriteCapacityAutoScalingUpdate":{"AutoScalingDisabled":true})")
        ),
        Not(HasSubstr("MinimumUnits"))
    );
}

TEST_F(ScaledReplicas, RefusesAnIncompletePolicy) {
    EXPECT_EQ(
        database_.run(
            "UpdateTableReplicaAutoScaling",
            named(R"(,"ProvisionedWriteCapacityAutoScalingUpdate":{"MinimumUnits":5})")
        ),
        "ValidationException: Failed to update settings for global table with name: ‘tbl’: "
        "Parameters 'MaximumUnits, ScalingPolicyUpdate' are required unless auto scaling is being "
        "disabled."
    );
}

}  // namespace
}  // namespace stator::engine::universes::work
