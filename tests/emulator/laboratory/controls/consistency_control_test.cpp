#include "emulator/laboratory/controls/consistency_control.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::laboratory::controls {
namespace {

TEST(ReadModes, HaveNamesThatAreFoundAgain) {
    using engine::consistency::ReadMode;
    for (const ReadMode mode :
         {ReadMode::Latest,
          ReadMode::Lagged,
          ReadMode::OldestLegal,
          ReadMode::MonotonicPerConnection}) {
        EXPECT_EQ(find_read_mode(read_mode_name(mode)), mode);
    }
    EXPECT_EQ(read_mode_name(ReadMode::OldestLegal), "oldest-legal");
    EXPECT_EQ(find_read_mode("Latest"), std::nullopt);
    EXPECT_EQ(find_read_mode(""), std::nullopt);
}

}  // namespace
}  // namespace stator::emulator::laboratory::controls
