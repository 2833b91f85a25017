// Global tables through the whole engine: settings shared by all replicas, and overrides of each
// replica.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/replicas.hpp"

namespace stator::engine::operations::control {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using testing::replicas::kHome;
using testing::replicas::kIreland;
using testing::replicas::named;
using testing::replicas::World;

class ReplicatedSettings : public ::testing::Test {
protected:
    ReplicatedSettings() {
        world.database.create_table(
            "tbl",
            "pk:S",
            "g:S",
            R"("GlobalSecondaryIndexes":[{"IndexName":"by_g","KeySchema":[{"AttributeName":"g",)"
            R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}])"
        );
    }

    std::string update(const std::string& more, std::string_view region = kHome) {
        std::string reply = world.database.run("UpdateTable", named("," + more), region);
        world.pass(0);
        return reply;
    }

    // Requests an action on the replica in kIreland.
    std::string act(const std::string& kind, const std::string& overrides) {
        return update(
            R"("ReplicaUpdates":[{")" + kind + R"(":{"RegionName":"eu-west-1")" + overrides + "}}]"
        );
    }

    static std::string of_index(int units, const std::string& index = "by_g") {
        return R"(,"GlobalSecondaryIndexes":[{"IndexName":")" + index +
               R"(","OnDemandThroughputOverride":{"MaxReadRequestUnits":)" + std::to_string(units) +
               "}}]";
    }

    static std::string shown(int units) {
        return R"("OnDemandThroughput":{"MaxReadRequestUnits":)" + std::to_string(units) + "}";
    }

    World world;
};

TEST_F(ReplicatedSettings, ShowsTheOverrideOfAnIndex) {
    act("Create", of_index(40));
    EXPECT_THAT(world.describe(kIreland), HasSubstr(shown(40)));
    EXPECT_THAT(world.describe(kHome), Not(HasSubstr(shown(40))));
    EXPECT_THAT(
        world.describe(kHome),
        HasSubstr(R"("GlobalSecondaryIndexes":[{"IndexName":"by_g","OnDemandThroughputOverride":{)"
                  R"("MaxReadRequestUnits":40}}],"GlobalTableSettings)")
    );
    act("Update", of_index(60));
    EXPECT_THAT(world.describe(kIreland), HasSubstr(shown(60)));
}

TEST_F(ReplicatedSettings, RejectsAnOverrideOfAMissingIndex) {
    EXPECT_THAT(act("Create", of_index(40, "other")), HasSubstr("other"));
    EXPECT_THAT(world.describe(kIreland), StartsWith("ResourceNotFoundException"));
    act("Create", "");
    EXPECT_THAT(act("Update", of_index(40, "other")), HasSubstr("other"));
    EXPECT_THAT(world.describe(kHome), Not(HasSubstr("OnDemandThroughputOverride")));
}

TEST_F(ReplicatedSettings, KeepsOverrides) {
    act("Create", R"(,"OnDemandThroughputOverride":{"MaxReadRequestUnits":50})" + of_index(40));
    update(R"("OnDemandThroughput":{"MaxReadRequestUnits":70,"MaxWriteRequestUnits":80})");
    EXPECT_THAT(world.describe(kHome), HasSubstr(R"("MaxReadRequestUnits":70)"));
    EXPECT_THAT(
        world.describe(kIreland),
        HasSubstr(R"("OnDemandThroughput":{"MaxReadRequestUnits":50,"MaxWriteRequestUnits":80})")
    );
    update(
        R"("BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":5,)"
        R"("WriteCapacityUnits":7},"GlobalSecondaryIndexUpdates":[{"Update":{"IndexName":"by_g",)"
        R"("ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":7}}}])"
    );
    act("Update",
        R"(,"ProvisionedThroughputOverride":{"ReadCapacityUnits":11},"GlobalSecondaryIndexes":[{)"
        R"("IndexName":"by_g","ProvisionedThroughputOverride":{"ReadCapacityUnits":12}}])");
    EXPECT_THAT(world.describe(kIreland), HasSubstr(R"("ReadCapacityUnits":11)"));
    EXPECT_THAT(world.describe(kIreland), HasSubstr(R"("ReadCapacityUnits":12)"));
    update(R"("ProvisionedThroughput":{"ReadCapacityUnits":6,"WriteCapacityUnits":9})");
    EXPECT_THAT(world.describe(kHome), HasSubstr(R"("ReadCapacityUnits":6)"));
    EXPECT_THAT(
        world.describe(kIreland), HasSubstr(R"("ReadCapacityUnits":11,"WriteCapacityUnits":9)")
    );
}

TEST_F(ReplicatedSettings, EncryptionIsTheSameEverywhere) {
    act("Create", R"(,"KMSMasterKeyId":"alias/theirs")");
    EXPECT_THAT(world.describe(kHome), Not(HasSubstr("SSEDescription")));
    update(R"("SSESpecification":{"Enabled":false})");
    update(R"("SSESpecification":{"Enabled":true,"SSEType":"KMS"})", kHome);
    EXPECT_THAT(world.describe(kHome), HasSubstr("SSEDescription"));
    EXPECT_THAT(world.describe(kIreland), HasSubstr("alias/theirs")) << "with its own key";
    update(R"("SSESpecification":{"Enabled":false})", kIreland);
    EXPECT_THAT(world.describe(kHome), Not(HasSubstr("SSEDescription")));
    EXPECT_THAT(world.describe(kIreland), Not(HasSubstr("SSEDescription")));
}

TEST_F(ReplicatedSettings, TheModeIsThatOfReplicas) {
    update(R"("GlobalTableSettingsReplicationMode":"DISABLED")");
    EXPECT_THAT(
        world.describe(kHome), HasSubstr(R"("GlobalTableSettingsReplicationMode":"DISABLED")")
    );
    act("Create", "");
    EXPECT_THAT(world.describe(kHome), Not(HasSubstr("DISABLED")));
    const std::string mode = R"("GlobalTableSettingsReplicationMode":")";
    EXPECT_THAT(update(mode + R"(ENABLED")"), HasSubstr("Only ENABLED_WITH_OVERRIDES"));
    EXPECT_THAT(
        update(mode + R"(ENABLED_WITH_OVERRIDES")"), HasSubstr(mode + "ENABLED_WITH_OVERRIDES")
    );
    act("Delete", "");
    EXPECT_THAT(world.describe(kHome), HasSubstr(mode + "DISABLED"));
}

}  // namespace
}  // namespace stator::engine::operations::control
