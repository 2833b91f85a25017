#include "protocol/model/resource_policy.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::model {
namespace {

TEST(ResourcePolicy, ReplacesTheAccountEverywhere) {
    ResourcePolicies policies;
    policies.of_table = ResourcePolicy{
        R"({"AWS":["arn:aws:iam::111111111111:root","arn:aws:iam::999999999999:root"],)"
        R"("Resource":"arn:aws:dynamodb:eu-west-2:111111111111:table/1111111111111",)"
        R"("aws:SourceAccount":"111111111111"})",
        "7"};
    policies.of_streams["label"] = ResourcePolicy{"111111111111", "8"};
    change_account(policies, "111111111111", "222222222222");
    EXPECT_EQ(
        policies.of_table->document,
        R"({"AWS":["arn:aws:iam::222222222222:root","arn:aws:iam::999999999999:root"],)"
        R"("Resource":"arn:aws:dynamodb:eu-west-2:222222222222:table/1111111111111",)"
        R"("aws:SourceAccount":"222222222222"})"
    );
    EXPECT_EQ(policies.of_streams.at("label").document, "222222222222");
    EXPECT_EQ(policies.of_table->revision_id, "7");
}

}  // namespace
}  // namespace stator::protocol::model
