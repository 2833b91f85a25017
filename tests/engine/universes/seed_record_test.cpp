#include "engine/universes/seed_record.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/recorded_rows.hpp"

namespace stator::engine::universes {
namespace {

using Texts = std::vector<std::string>;

class SeedRecordTest : public ::testing::Test {
protected:
    // Returns the values of the recorded rows, "none" for a removed row.
    Texts record(std::optional<std::uint64_t> seed) {
        testing::RecordedRows recorder;
        record_.record("a", seed, recorder);
        return recorder.values();
    }

    SeedRecord record_;
};

TEST_F(SeedRecordTest, RecordsEachSeedOnce) {
    EXPECT_EQ(record(std::nullopt), Texts());
    EXPECT_EQ(record(7), Texts{"7"});
    EXPECT_EQ(record(7), Texts());
    EXPECT_EQ(record_.recorded(), 7U);
    EXPECT_EQ(record(UINT64_MAX), Texts{"18446744073709551615"});
    EXPECT_EQ(record(std::nullopt), Texts{"none"});
    EXPECT_EQ(record_.recorded(), std::nullopt);
}

TEST_F(SeedRecordTest, RestoresTheSeedFromItsRow) {
    testing::RecordedRows recorder;
    record_.record("a", 7, recorder);
    ASSERT_EQ(recorder.all.size(), 1U);
    EXPECT_EQ(recorder.all[0].place.universe, "a");
    EXPECT_EQ(recorder.all[0].section, record_.name());
    SeedRecord again;
    ASSERT_TRUE(again.adapt(recorder.all[0]));
    again.restore(recorder.all[0]);
    EXPECT_EQ(again.recorded(), 7U);
}

TEST_F(SeedRecordTest, RefusesAnInvalidSeed) {
    persistence::EntryRow row{"seed", {"a", ""}, "given", "seven", {}};
    EXPECT_FALSE(record_.adapt(row));
    row.value.reset();
    EXPECT_FALSE(record_.adapt(row));
}

// Copies and snapshots do not include the seed.
TEST_F(SeedRecordTest, RemovesItsRowButIsNotPartOfTheContents) {
    EXPECT_TRUE(record_.forget("a").empty());
    record(7);
    EXPECT_TRUE(record_.contents("a").empty());
    const auto rows = record_.forget("a");
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_FALSE(rows[0].value);
    EXPECT_EQ(record_.recorded(), std::nullopt);
    EXPECT_TRUE(record_.forget("a").empty());
}

}  // namespace
}  // namespace stator::engine::universes
