#include "protocol/model/table_arn.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::model {
namespace {

TEST(AccountId, IsTwelveDigits) {
    EXPECT_TRUE(is_account_id("000000000001"));
    EXPECT_FALSE(is_account_id("00000000001"));
    EXPECT_FALSE(is_account_id("0000000000001"));
    EXPECT_FALSE(is_account_id("00000000000a"));
    EXPECT_FALSE(is_account_id(""));
}

TEST(TableArn, IsSplitIntoItsParts) {
    const auto parts = split_arn("arn:aws:dynamodb:eu-west-1:000000000001:table/Tab/index/a:b");
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->partition, "aws");
    EXPECT_EQ(parts->service, "dynamodb");
    EXPECT_EQ(parts->region, "eu-west-1");
    EXPECT_EQ(parts->account, "000000000001");
    EXPECT_EQ(parts->resource, "table/Tab/index/a:b");
    EXPECT_FALSE(split_arn("arn:aws:dynamodb:eu-west-1:000000000001"));
    EXPECT_FALSE(split_arn("Tab"));
}

TEST(TableArn, MovesToAnotherAccount) {
    const std::string arn = table_arn({"eu-west-1", "000000000001"}, "Tab");
    EXPECT_EQ(arn, "arn:aws:dynamodb:eu-west-1:000000000001:table/Tab");
    EXPECT_EQ(
        arn_of_account(arn, "000000000002"), "arn:aws:dynamodb:eu-west-1:000000000002:table/Tab"
    );
    EXPECT_EQ(arn_of_account("Tab", "000000000002"), "Tab");
}

}  // namespace
}  // namespace stator::protocol::model
