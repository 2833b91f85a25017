#include "emulator/laboratory/faults/random_throttling.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace stator::emulator::laboratory::faults {
namespace {

bool has_operation(const engine::faults::FaultRule& rule, const std::string& operation) {
    const auto& all = rule.match.operations;
    return std::find(all.begin(), all.end(), operation) != all.end();
}

TEST(RandomThrottling, ThrottlesReadsAndWritesApart) {
    EXPECT_TRUE(random_throttling(0, 0).empty());
    const auto reads = random_throttling(0.25, 0);
    ASSERT_EQ(reads.size(), 1U);
    EXPECT_EQ(reads[0].match.probability, 0.25);
    EXPECT_TRUE(reads[0].fault.throttle.has_value());
    EXPECT_TRUE(has_operation(reads[0], "Query"));
    EXPECT_FALSE(has_operation(reads[0], "PutItem"));
    const auto both = random_throttling(0.25, 1);
    ASSERT_EQ(both.size(), 2U);
    EXPECT_EQ(both[1].match.probability, 1);
    EXPECT_TRUE(has_operation(both[1], "PutItem"));
    EXPECT_FALSE(has_operation(both[1], "Query"));
}

}  // namespace
}  // namespace stator::emulator::laboratory::faults
