#include "conformance/http/server_name.hpp"

#include <gtest/gtest.h>

namespace stator::conformance {
namespace {

TEST(ServerName, KnowsThisMachine) {
    EXPECT_TRUE(is_loopback({false, "localhost", "1"}));
    EXPECT_TRUE(is_loopback({false, "127.0.0.2", "1"}));
    EXPECT_TRUE(is_loopback({false, "::1", "1"}));
    EXPECT_FALSE(is_loopback({false, "192.168.1.1", "1"}));
}

TEST(ServerName, KnowsTheNamesOfAws) {
    const transport::Endpoint aws{true, "dynamodb.eu-west-2.amazonaws.com", "443"};
    const transport::Endpoint local{false, "localhost", "8000"};
    EXPECT_EQ(region_of(aws), "eu-west-2");
    EXPECT_EQ(region_of(local), std::nullopt);
    EXPECT_EQ(streams_endpoint(aws).host, "streams.dynamodb.eu-west-2.amazonaws.com");
    EXPECT_EQ(streams_endpoint(local), local);
}

}  // namespace
}  // namespace stator::conformance
