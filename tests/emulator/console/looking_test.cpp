// The console looks at a universe under test without disturbing it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/emulator/support/dispatched_world.hpp"

namespace stator::emulator::console {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kTable =
    R"({"TableName":"Busy","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
    R"("ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1},)"
    R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"}})";
constexpr const char* kScan = R"({"TableName":"Busy"})";

std::string put(const std::string& key, std::size_t bytes = 0) {
    return R"({"TableName":"Busy","Item":{"pk":{"S":")" + key + R"("},"text":{"S":")" +
           std::string(bytes, 'x') + R"("}}})";
}

TEST(Looking, IsNotThrottledAndLeavesNoTraceInHeatJournalOrFindings) {
    testing::DispatchedWorld world;
    world.ask("CreateTable", kTable);
    world.call("PUT", "/throughput", R"({"throttle":"aws","heat":true})");
    world.call("PUT", "/requests/settings", R"({"on":true})");
    while (world.ask("PutItem", put("large", 300'000)) == "{}") {
    }
    EXPECT_THAT(world.ask("PutItem", put("k")), HasSubstr("ProvisionedThroughputExceeded"));
    while (world.ask("Scan", kScan).starts_with("{")) {
    }
    const std::string heat = world.call("GET", "/heat");
    const std::string requests = world.call("GET", "/requests");
    const std::string report = world.call("GET", "/report?format=json");
    EXPECT_EQ(world.look("PutItem", put("k")), "{}");
    EXPECT_THAT(world.look("Scan", kScan), HasSubstr(R"("Count":2)"));
    EXPECT_EQ(world.call("GET", "/heat"), heat);
    EXPECT_EQ(world.call("GET", "/requests"), requests);
    EXPECT_EQ(world.call("GET", "/report?format=json"), report);
    EXPECT_THAT(world.ask("PutItem", put("k")), HasSubstr("ProvisionedThroughputExceeded"));
}

TEST(Looking, MeetsNoFaultAndItsWritesAreReal) {
    testing::DispatchedWorld world;
    world.ask("CreateTable", kTable);
    world.call("POST", "/faults/rules", R"({"fault":{"status":503}})");
    EXPECT_EQ(world.look("PutItem", put("k")), "{}");
    EXPECT_THAT(world.call("GET", "/faults"), HasSubstr(R"("matched":0)"));
    world.call("DELETE", "/faults");
    EXPECT_THAT(world.ask("Scan", kScan), HasSubstr(R"("Count":1)"));
    EXPECT_THAT(world.ask("DescribeTable", kScan), Not(HasSubstr(R"("ItemCount":0)")));
}

}  // namespace
}  // namespace stator::emulator::console
