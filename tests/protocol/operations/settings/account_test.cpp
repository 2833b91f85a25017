#include "protocol/operations/settings/account.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::settings {
namespace {

TEST(Account, DescribesLimitsAndEndpoints) {
    EXPECT_EQ(
        encode_describe_limits(),
        R"({"AccountMaxReadCapacityUnits":80000,"AccountMaxWriteCapacityUnits":80000,)"
        R"("TableMaxReadCapacityUnits":40000,"TableMaxWriteCapacityUnits":40000})"
    );
    EXPECT_EQ(
        encode_describe_endpoints("localhost:8000"),
        R"({"Endpoints":[{"Address":"localhost:8000","CachePeriodInMinutes":1440}]})"
    );
}

TEST(Account, RequiresAnObjectAsRequest) {
    for (const std::string payload : {"[]", "1", "null"}) {
        const auto document = tests::document(payload);
        const auto limits = decode_describe_limits(document.root());
        ASSERT_TRUE(limits.has_error()) << payload;
        EXPECT_EQ(limits.error().type, ErrorType::SerializationException);
        EXPECT_TRUE(decode_describe_endpoints(document.root()).has_error()) << payload;
    }
    EXPECT_EQ(verdict(decode_describe_limits, "{'Anything': 1}"), "ok");
    EXPECT_EQ(verdict(decode_describe_endpoints, "{}"), "ok");
}

}  // namespace
}  // namespace stator::protocol::operations::settings
