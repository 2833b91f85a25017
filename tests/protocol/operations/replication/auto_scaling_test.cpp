#include "protocol/operations/replication/auto_scaling.hpp"

#include <gtest/gtest.h>

#include "tests/support/table_requests.hpp"

namespace stator::protocol::operations::replication {
namespace {

TEST(ReplicaAutoScaling, HasUpdatesByIndexAndRegion) {
    const auto document = table_requests::parse(
        R"({"TableName":"tbl","ProvisionedWriteCapacityAutoScalingUpdate":{"MinimumUnits":5},)"
        R"("GlobalSecondaryIndexUpdates":[{"IndexName":"by-a",)"
        R"("ProvisionedWriteCapacityAutoScalingUpdate":{"AutoScalingDisabled":true}}],)"
        R"("ReplicaUpdates":[{"RegionName":"eu-west-1",)"
        R"("ReplicaProvisionedReadCapacityAutoScalingUpdate":{"MaximumUnits":9,)"
        R"("ScalingPolicyUpdate":{"PolicyName":"p","TargetTrackingScalingPolicyConfiguration":)"
        R"({"TargetValue":62.5,"DisableScaleIn":true,"ScaleOutCooldown":7}}}}]})"
    );
    const auto request = decode_update_replica_auto_scaling(document.root());
    ASSERT_TRUE(request) << table_requests::message_of(request);
    EXPECT_EQ(request->write.at("").minimum_units, 5);
    EXPECT_TRUE(request->write.at("by-a").is_disabled);
    const AutoScalingUpdate& read = request->read.at("eu-west-1").at("");
    EXPECT_EQ(read.maximum_units, 9);
    EXPECT_EQ(read.policy, (model::TargetTracking{"p", 62.5, true, std::nullopt, 7}));
    EXPECT_EQ(
        request->parameters,
        (std::vector<std::string>{
            "GlobalSecondaryIndexUpdates",
            "ProvisionedWriteCapacityAutoScalingUpdate",
            "ReplicaUpdates"})
    );
}

TEST(ReplicaAutoScaling, AnUpdateKeepsMembersThatItDoesNotName) {
    AutoScalingUpdate update;
    update.minimum_units = 5;
    EXPECT_EQ(
        table_requests::message_of(updated_auto_scaling(std::nullopt, update, "tbl")),
        "Failed to update settings for global table with name: ‘tbl’: Parameters 'MaximumUnits, "
        "ScalingPolicyUpdate' are required unless auto scaling is being disabled."
    );
    update.maximum_units = 9;
    update.policy = model::TargetTracking{"p", 70};
    const auto first = updated_auto_scaling(std::nullopt, update, "tbl");
    ASSERT_TRUE(first);
    ASSERT_TRUE(*first);
    AutoScalingUpdate more;
    more.maximum_units = 20;
    const auto second = updated_auto_scaling(*first, more, "tbl");
    ASSERT_TRUE(second);
    EXPECT_EQ((*second)->minimum_units, 5);
    EXPECT_EQ((*second)->maximum_units, 20);
    EXPECT_EQ((*second)->policy.target, 70);
    AutoScalingUpdate off;
    off.is_disabled = true;
    const auto none = updated_auto_scaling(*second, off, "tbl");
    ASSERT_TRUE(none);
    EXPECT_FALSE(*none);
}

}  // namespace
}  // namespace stator::protocol::operations::replication
