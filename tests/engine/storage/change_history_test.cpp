#include "engine/storage/change_history.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "engine/schema/item_keys.hpp"
#include "tests/support/items/items.hpp"

namespace stator::engine::storage {
namespace {

using protocol::values::ItemImagePtr;
using testing::number;
using testing::text;

constexpr std::int64_t kPeriodMs = 1'000'000;

schema::TableSchema schema_of_pk() {
    schema::TableSchema schema;
    schema.hash = {"pk", protocol::values::AttributeType::String};
    return schema;
}

ItemImagePtr numbered_item(const std::string& pk, int n) {
    auto image = testing::item({{"pk", text(pk)}, {"n", number(n)}});
    schema::bind_item_keys(schema_of_pk(), *image);
    return image;
}

class ChangeHistoryTest : public ::testing::Test {
protected:
    void insert(std::int64_t ms, const ItemImagePtr& image) {
        history_.add({Instant(ms), image, true});
    }

    void replace(std::int64_t ms, const ItemImagePtr& before) {
        history_.add({Instant(ms), before, false});
    }

    // The items at that time that have changed since then, as "a=none b=size …".
    static std::string past_of(const ChangeHistory& history, std::int64_t ms) {
        std::map<std::string, std::string> items;
        for (const PastItem& item : history.items_at(Instant(ms))) {
            const std::string key(item.key->pk());
            items[key] = item.past == nullptr ? "none" : std::to_string(item.past->item_size());
        }
        std::string text;
        for (const auto& [key, past] : items) text += key + "=" + past + " ";
        return text;
    }

    std::shared_ptr<HistoryLimit> limit_ = std::make_shared<HistoryLimit>();
    ChangeHistory history_{limit_, Instant(0), kPeriodMs};
};

TEST_F(ChangeHistoryTest, ReturnsEachItemAtATime) {
    const ItemImagePtr first = numbered_item("a", 1);
    const std::string size = std::to_string(first->item_size());
    insert(10, first);
    replace(20, first);
    insert(20, numbered_item("b", 1));
    EXPECT_EQ(past_of(history_, 9), "a=none b=none ");
    EXPECT_EQ(past_of(history_, 10), "a=" + size + " b=none ");
    EXPECT_EQ(past_of(history_, 19), "a=" + size + " b=none ");
    EXPECT_EQ(past_of(history_, 20), "");
}

TEST_F(ChangeHistoryTest, ReturnsTheStateAtItsBeginning) {
    insert(0, numbered_item("a", 1));
    insert(1, numbered_item("b", 1));
    EXPECT_EQ(past_of(history_, 0), "a=none b=none ");
    EXPECT_EQ(past_of(history_, 1), "");
}

TEST_F(ChangeHistoryTest, ForgetsChangesOlderThanItsPeriod) {
    for (int i = 0; i < 1'000; ++i) replace(i, numbered_item("a", i));
    EXPECT_EQ(history_.size(), 1'000U);
    EXPECT_EQ(history_.earliest(Instant(999)), Instant(0));
    replace(kPeriodMs + 600, numbered_item("a", 0));
    EXPECT_LT(history_.size(), 1'000U);
    EXPECT_EQ(history_.earliest(Instant(kPeriodMs + 600)), Instant(600));
    history_.set_period(10);
    EXPECT_EQ(history_.earliest(Instant(kPeriodMs + 600)), Instant(kPeriodMs + 590));
}

TEST_F(ChangeHistoryTest, ForgetsTheOldestChangesAtTheMemoryLimit) {
    const auto limit = std::make_shared<HistoryLimit>(100'000);
    ChangeHistory history(limit, Instant(0), kPeriodMs);
    std::uint64_t first = 0;
    for (int i = 0; i < 10'000; ++i) {
        const auto added = history.add({Instant(i), numbered_item("a", i), false});
        EXPECT_EQ(added.position, static_cast<std::uint64_t>(i));
        EXPECT_GE(added.first, first);
        first = added.first;
    }
    EXPECT_GT(first, 0U);
    EXPECT_LE(history.bytes(), 110'000U);
    EXPECT_EQ(limit->used(), history.bytes());
    // The retained changes reach back to the earliest time.
    EXPECT_EQ(history.earliest(Instant(10'000)), Instant(static_cast<std::int64_t>(first)));
}

TEST_F(ChangeHistoryTest, ReachesBackEquallyFarAfterLoading) {
    constexpr Instant kNow{1'000};
    ChangeHistory history(std::make_shared<HistoryLimit>(20'000), Instant(0), kPeriodMs);
    std::map<std::uint64_t, ItemChange> file;
    for (int i = 0; i < 1'000; ++i) {
        const ItemChange change{Instant(i), numbered_item("k" + std::to_string(i % 700), i), false};
        const auto added = history.add(change);
        file.emplace(added.position, change);
        std::erase_if(file, [&](const auto& row) { return row.first < added.first; });
    }
    ChangeHistory loaded(limit_, Instant(0), kPeriodMs);
    for (const auto& [position, change] : file) loaded.restore(position, change);
    const Instant earliest = history.earliest(kNow);
    EXPECT_GT(earliest, Instant(0));
    EXPECT_EQ(loaded.earliest(kNow), earliest);
    for (const std::int64_t later : {0, 1, 50}) {
        const std::int64_t moment_ms = earliest.unix_ms() + later;
        EXPECT_EQ(past_of(loaded, moment_ms), past_of(history, moment_ms));
    }
}

TEST_F(ChangeHistoryTest, ACopyIsIndependent) {
    for (int i = 0; i < 300; ++i) replace(i, numbered_item("a", i));
    ChangeHistory copy(history_);
    copy.add({Instant(300), numbered_item("b", 1), true});
    insert(400, numbered_item("c", 1));
    EXPECT_EQ(past_of(copy, 299), "b=none ");
    EXPECT_EQ(past_of(history_, 299), "c=none ");
    EXPECT_EQ(copy.size(), 301U);
    EXPECT_EQ(copy.changes().back().position, 300U);
}

TEST_F(ChangeHistoryTest, ReleasesItsMemory) {
    {
        ChangeHistory other(limit_, Instant(0), kPeriodMs);
        other.add({Instant(1), numbered_item("a", 1), false});
        EXPECT_GT(limit_->used(), 0U);
    }
    EXPECT_EQ(limit_->used(), 0U);
}

// A change takes two words and the image that it replaced.
TEST_F(ChangeHistoryTest, IsCompact) {
    constexpr std::uint64_t kChanges = 256 * 40;
    for (std::uint64_t i = 0; i < kChanges; ++i)
        insert(static_cast<std::int64_t>(i), numbered_item("a", 1));
    EXPECT_LE(history_.bytes(), kChanges * 17);
}

}  // namespace
}  // namespace stator::engine::storage
