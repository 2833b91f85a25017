#include "protocol/wire/json.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stator::protocol::wire {
namespace {

TEST(JsonDocument, RefusesWhatFollowsTheValue) {
    EXPECT_TRUE(JsonDocument::parse("{} \r\n\t"));
    EXPECT_FALSE(JsonDocument::parse("{} {}"));
    EXPECT_FALSE(JsonDocument::parse("{}x"));
}

// A zero byte ends a C string, not a body.
TEST(JsonDocument, RefusesZeroBytes) {
    EXPECT_FALSE(JsonDocument::parse(std::string("{}\0", 3)));
    EXPECT_FALSE(JsonDocument::parse(std::string("{}\0}{", 5)));
    EXPECT_FALSE(JsonDocument::parse(std::string("{\"a\":\"\0\"}", 9)));
    EXPECT_FALSE(JsonDocument::parse(std::string("\0", 1)));
    EXPECT_TRUE(JsonDocument::parse("{\"a\":\"\\u0000\"}"));
}

}  // namespace
}  // namespace stator::protocol::wire
