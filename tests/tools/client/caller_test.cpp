#include "tools/client/caller.hpp"

#include <gtest/gtest.h>

namespace stator::tools::client {
namespace {

std::string caller(const ClientSettings& settings) {
    const Caller found = caller_of(settings);
    return found.access_key + " " + found.region;
}

TEST(Caller, HasTheKeyAndRegionOfTheSettings) {
    ClientSettings settings;
    EXPECT_EQ(caller(settings), "test us-east-1");
    settings.default_region = {"eu-west-1", "AWS_DEFAULT_REGION"};
    EXPECT_EQ(caller(settings), "test eu-west-1");
    settings.region = {"eu-west-2", "AWS_REGION"};
    settings.access_key = {"ann", "AWS_ACCESS_KEY_ID"};
    EXPECT_EQ(caller(settings), "ann eu-west-2");
}

TEST(Caller, HasNothingThatAHeaderCannotHave) {
    ClientSettings settings;
    settings.region = {"eu\r\nwest", "AWS_REGION"};
    settings.access_key = {"", "AWS_ACCESS_KEY_ID"};
    settings.access_key->value = "a b";
    EXPECT_EQ(caller(settings), "test us-east-1");
}

TEST(Caller, AsksAsAnSdkDoes) {
    const auto request = request_of({"ann", "eu-west-2"}, "DynamoDB_20120810.Scan", "{}");
    EXPECT_EQ(request.method + request.path + request.body, "POST/{}");
    EXPECT_EQ(*transport::find_header(request.headers, "X-Amz-Target"), "DynamoDB_20120810.Scan");
    const auto* const authorization = transport::find_header(request.headers, "Authorization");
    EXPECT_NE(authorization->find("=ann/20260101/eu-west-2/"), std::string::npos);
}

}  // namespace
}  // namespace stator::tools::client
