#include "engine/persistence/damaged_names.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/temporary_directory.hpp"

namespace stator::engine::persistence {
namespace {

TEST(DamagedNames, HaveANumberWhereAnyOfThemIsTaken) {
    const testing::TemporaryDirectory directory;
    const std::string first = directory.path() + "/a";
    const std::string second = directory.path() + "/b";
    EXPECT_EQ(damaged_suffix({first, second}), ".damaged");
    std::ofstream(second + ".damaged");
    EXPECT_EQ(damaged_suffix({first, second}), ".damaged-2");
    EXPECT_EQ(damaged_suffix({first}), ".damaged");
    std::ofstream(first + ".damaged-2");
    EXPECT_EQ(damaged_suffix({first, second}), ".damaged-3");
}

}  // namespace
}  // namespace stator::engine::persistence
