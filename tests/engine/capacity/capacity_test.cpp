#include "engine/capacity/capacity.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace stator::engine::capacity {
namespace {

struct Case {
    std::int64_t bytes;
    double units;
};

TEST(Capacity, ReadsAreChargedByFourKilobytes) {
    for (const auto& [bytes, units] :
         std::vector<Case>{{0, 1}, {1, 1}, {4'096, 1}, {4'097, 2}, {8'192, 2}, {409'600, 100}}) {
        EXPECT_EQ(read_units(bytes, true), units) << bytes;
        EXPECT_EQ(read_units(bytes, false), units / 2) << bytes;
        EXPECT_EQ(transact_read_units(bytes), units * 2) << bytes;
    }
}

TEST(Capacity, WritesAreChargedByAKilobyte) {
    for (const auto& [bytes, units] :
         std::vector<Case>{{0, 1}, {1'024, 1}, {1'025, 2}, {409'600, 400}}) {
        EXPECT_EQ(write_units(bytes), units) << bytes;
    }
    EXPECT_EQ(transact_write_units(3), 6);
}

}  // namespace
}  // namespace stator::engine::capacity
