#include "emulator/laboratory/controls/clock_notes.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/support/world.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

using testing::World;
using Notes = std::vector<std::string>;

TEST(ClockNotes, NameUniversesWithATimeOfTheirOwn) {
    World world;
    EXPECT_EQ(clock_notes(world.laboratories()), Notes());
    world.call("POST", "/clock/freeze", R"({"at":"2026-01-01"})");
    EXPECT_EQ(
        clock_notes(world.laboratories()),
        Notes{"the clock of universe 'default' stands still at 2026-01-01T00:00:00.000Z; POST "
              "/_stator/v1/clock/follow sets it right."}
    );
    world.call("POST", "/clock/follow");
    world.call("POST", "/universes", R"({"name":"fast"})");
    world.call("POST", "/universes", R"({"name":"late"})");
    world.call("POST", "/clock/scale?universe=fast", R"({"factor":60})");
    world.call("POST", "/clock/set?universe=late", R"({"to":"2026-01-01"})");
    EXPECT_EQ(
        clock_notes(world.laboratories()),
        (Notes{
            "the clock of universe 'fast' runs at 60 times the machine's pace and shows "
            "2025-06-15T15:06:40.000Z; POST /_stator/v1/clock/follow?universe=fast sets it right.",
            "the clock of universe 'late' is not the machine's and shows 2026-01-01T00:00:00.000Z; "
            "POST /_stator/v1/clock/follow?universe=late sets it right."})
    );
}

TEST(ClockNotes, AreFew) {
    World world;
    for (int i = 10; i < 25; ++i) {
        const std::string name = "u" + std::to_string(i);
        world.call("POST", "/universes", R"({"name":")" + name + "\"}");
        world.call("POST", "/clock/freeze?universe=" + name);
    }
    const Notes notes = clock_notes(world.laboratories());
    ASSERT_EQ(notes.size(), 11U);
    EXPECT_EQ(notes.back(), "the clocks of 5 further universes are not the machine's.");
}

}  // namespace
}  // namespace stator::emulator::laboratory::controls
