#include "engine/universes/work/history_pruning.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/indexed_table.hpp"

namespace stator::engine::universes::work {
namespace {

using testing::item;
using testing::number;
using testing::text;

class HistoryPruningTest : public ::testing::Test {
protected:
    HistoryPruningTest() : table_(testing::make_indexed_table(database_)) {}

    void put(const std::string& x) {
        database_.run(testing::put(
            "Tab",
            item(
                {{"pk", text("p")},
                 {"sk", number(1)},
                 {"g", text("g")},
                 {"n", number(1)},
                 {"x", text(x)}}
            )
        ));
    }

    void lag(std::int64_t milliseconds) {
        consistency::LagSettings settings;
        if (milliseconds > 0) {
            settings.tables = {
                consistency::ReadMode::OldestLegal, Distribution::fixed(milliseconds)};
        }
        universe().consistency().set_settings(settings);
    }

    // The number of items and index entries with former versions.
    int count() {
        int slots = 0;
        const auto add = [&](const storage::Slot& slot) { slots += slot.has_history() ? 1 : 0; };
        testing::each_slot(*table_, nullptr, add);
        for (const schema::IndexSchema& index : table_->snapshot()->schema.indexes) {
            testing::each_slot(*table_, &index, add);
        }
        return slots;
    }

    Universe& universe() { return database_.universe(); }

    Instant now() { return universe().now(); }

    testing::Database database_;
    std::shared_ptr<table::Table> table_;
    HistoryPruning pruning_{database_.universe()};
};

TEST_F(HistoryPruningTest, IsNeverDueWithoutFormerVersions) {
    put("1");
    put("2");
    EXPECT_EQ(count(), 0);
    EXPECT_EQ(pruning_.run_due(now()), kNever);
}

TEST_F(HistoryPruningTest, DropsVersionsThatNoReplicaNeeds) {
    lag(1'000);
    put("1");
    put("2");
    EXPECT_GE(count(), 3) << "the item, and an entry in each index";
    EXPECT_EQ(pruning_.run_due(now()), now() + universe().consistency().prune_interval_ms());
    EXPECT_GE(count(), 3) << "replicas may still read them";
    database_.clock().advance(5'000);
    pruning_.run_due(now());
    EXPECT_EQ(count(), 0);
}

TEST_F(HistoryPruningTest, WaitsForTheInterval) {
    lag(1'000);
    const Instant due = pruning_.run_due(now());
    put("1");
    put("2");
    database_.clock().advance(due - now() - 1);
    EXPECT_EQ(pruning_.run_due(now()), due);
    database_.clock().advance(1);
    EXPECT_GT(pruning_.run_due(now()), due);
}

TEST_F(HistoryPruningTest, IsDueSoonAfterTheClockWasSetBack) {
    lag(1'000);
    constexpr std::int64_t kYearMs = 365LL * 86'400'000;
    const Instant due = pruning_.run_due(now() + kYearMs);
    EXPECT_GT(due, now() + kYearMs);
    EXPECT_LE(pruning_.run_due(now()), now() + universe().consistency().prune_interval_ms());
}

TEST_F(HistoryPruningTest, DropsAllVersionsWhenTheLagEnds) {
    lag(1'000);
    put("1");
    put("2");
    lag(0);
    EXPECT_EQ(pruning_.run_due(now()), kNever);
    EXPECT_EQ(count(), 0);
}

TEST_F(HistoryPruningTest, KeepsPinnedVersions) {
    put("1");
    const auto pin = universe().consistency().pin();
    put("2");
    database_.clock().advance(3'600'000);
    pruning_.run_due(now());
    EXPECT_GE(count(), 1);
    universe().consistency().release(pin.id);
    pruning_.run_due(now());
    EXPECT_EQ(count(), 0);
}

}  // namespace
}  // namespace stator::engine::universes::work
