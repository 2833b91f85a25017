#include "protocol/model/global_table.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::model {
namespace {

GlobalTableDefinition scaled() {
    GlobalTableDefinition table{"tbl"};
    table.members.push_back({"eu-west-1"});
    table.members.push_back({"us-east-1"});
    GlobalTableMember& member = table.members.front();
    member.overrides = {5, 6, "key", values::TableClass::Standard};
    member.overrides.indexes["by-a"] = {7, {}};
    member.overrides.indexes["by-b"] = {{}, 8};
    table.is_strong = true;
    table.witness = "eu-central-1";
    member.last_source = Instant(1'750'000'000'123);
    AutoScaling scaling{5, 40, "role"};
    scaling.policy = {"p", 62.5, true, 60, 0};
    member.read_scaling["by-a"] = scaling;
    table.write_scaling[""] = scaling;
    table.write_scaling[""].policy.scale_in_cooldown_s.reset();
    return table;
}

TEST(GlobalTableDefinition, IsReadAsItWasWritten) {
    const GlobalTableDefinition written = scaled();
    EXPECT_EQ(decode_global_table(encode_global_table(written)), written);
    const GlobalTableDefinition plain{"tbl", {{"us-east-1"}}};
    EXPECT_EQ(decode_global_table(encode_global_table(plain)), plain);
}

// Existing data files contain this text.
TEST(GlobalTableDefinition, KeepsItsText) {
    EXPECT_EQ(
        encode_global_table(scaled()),
        R"({"TableName":"tbl","Members":[{"Region":"eu-west-1","ReadCapacityUnits":5,)"
        R"("MaxReadRequestUnits":6,"KMSMasterKeyId":"key","TableClass":"STANDARD",)"
        R"("Indexes":[{"IndexName":"by-a","ReadCapacityUnits":7},{"IndexName":"by-b",)"
        R"("MaxReadRequestUnits":8}],"ReadScaling":[{"IndexName":"by-a","MinimumUnits":5,)"
        R"("MaximumUnits":40,"RoleArn":"role","PolicyName":"p","Target":62.5,)"
        R"("DisableScaleIn":true,"ScaleInCooldown":60,"ScaleOutCooldown":0}],)"
        R"("LastSourceMs":1750000000123},{"Region":"us-east-1"}],"WriteScaling":[{"IndexName":"",)"
        R"("MinimumUnits":5,"MaximumUnits":40,"RoleArn":"role","PolicyName":"p","Target":62.5,)"
        R"("DisableScaleIn":true,"ScaleOutCooldown":0}],"IsStrong":true,"Witness":"eu-central-1"})"
    );
}

TEST(GlobalTableDefinition, IsNotReadFromAnythingElse) {
    for (const char* text : {"", "[]", "{}", R"({"TableName":5})"}) {
        EXPECT_FALSE(decode_global_table(text)) << text;
    }
}

TEST(GlobalTableDefinition, FindsItsMembers) {
    GlobalTableDefinition table = scaled();
    EXPECT_EQ(table.find("us-east-1"), &table.members.back());
    EXPECT_EQ(table.find("eu-west-2"), nullptr);
    EXPECT_EQ(table.others("us-east-1"), std::vector<std::string>{"eu-west-1"});
    EXPECT_TRUE(table.is_replicated());
}

}  // namespace
}  // namespace stator::protocol::model
