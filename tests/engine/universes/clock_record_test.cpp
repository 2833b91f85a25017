#include "engine/universes/clock_record.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/base/clock.hpp"
#include "tests/support/recorded_rows.hpp"

namespace stator::engine::universes {
namespace {

constexpr Instant kRecordNow{1'750'000'000'000};
constexpr Instant kNewYear{1'767'225'600'000};

class ClockRecordTest : public ::testing::Test {
protected:
    // The values of the recorded rows, "none" for a removed row.
    static std::vector<std::string> record(ClockRecord& record) {
        testing::RecordedRows recorder;
        record.record("a", recorder);
        for (const auto& row : recorder.all) EXPECT_EQ(row.place.universe, "a");
        return recorder.values();
    }

    ManualClock real_{kRecordNow};
    VirtualClock clock_{real_};
    ClockRecord record_{clock_};
};

using Texts = std::vector<std::string>;

TEST_F(ClockRecordTest, RecordsEachSettingOnce) {
    EXPECT_EQ(record(record_), Texts());
    clock_.freeze(kNewYear);
    EXPECT_EQ(record(record_), Texts{"1767225600000 1750000000000 0"});
    EXPECT_EQ(record(record_), Texts());
    clock_.scale(0.000001);
    EXPECT_EQ(record(record_), Texts{"1767225600000 1750000000000 1"});
    clock_.follow();
    EXPECT_EQ(record(record_), Texts{"none"});
    EXPECT_EQ(record(record_), Texts());
}

TEST_F(ClockRecordTest, RestoresTheClockSetting) {
    clock_.set(kNewYear);
    clock_.scale(2.5);
    const ClockSetting setting = clock_.setting();
    VirtualClock other(real_);
    ClockRecord restored(other);
    persistence::EntryRow row = ClockRecord::row("a", setting);
    EXPECT_TRUE(restored.adapt(row));
    restored.restore(row);
    EXPECT_EQ(other.setting(), setting);
    EXPECT_EQ(record(restored), Texts()) << "it is in the file already";
}

TEST_F(ClockRecordTest, OfADeletedUniverseIsRemovedForGood) {
    testing::RecordedRows recorder;
    clock_.freeze();
    record(record_);
    record_.retire("a", recorder);
    EXPECT_EQ(recorder.values(), Texts{"none"});
    clock_.freeze(kNewYear);
    EXPECT_EQ(record(record_), Texts());
    ClockRecord never(clock_);
    never.retire("a", recorder);
    EXPECT_EQ(recorder.all.size(), 1U) << "there was nothing to remove";
}

TEST_F(ClockRecordTest, RefusesAnInvalidRow) {
    for (const char* text : {"", "1 2", "frozen", "1 two 3"}) {
        persistence::EntryRow row{"clock", {"", ""}, "setting", text};
        EXPECT_FALSE(record_.adapt(row)) << text;
        record_.restore(row);
        EXPECT_TRUE(clock_.setting().follows) << text;
    }
}

}  // namespace
}  // namespace stator::engine::universes
