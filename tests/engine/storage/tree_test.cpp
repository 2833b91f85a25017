#include "engine/storage/tree.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/engine/storage/stored_item.hpp"

namespace stator::engine::storage {
namespace {

class TreeTest : public ::testing::Test {
protected:
    void put(const std::string& sk, const std::string& data, std::uint64_t sequence, bool history) {
        const auto image = item("p", sk, data);
        tree_.install({7, image->pk(), image->sk()}, Record(image), stamp(sequence), history);
    }

    void remove(const std::string& sk, std::uint64_t sequence, bool history) {
        tree_.install({7, "p", sk}, Record(), stamp(sequence), history);
    }

    std::string read(const std::string& sk, std::uint64_t sequence) {
        return data_of(tree_.find({7, "p", sk}, at(sequence)));
    }

    std::string scan() const {
        std::string keys;
        for (const Slot& slot : tree_) {
            if (const Record record = slot.current()) keys.append(record.sk()).append(" ");
        }
        return keys;
    }

    Tree tree_;
};

TEST_F(TreeTest, KeepsSortKeyOrder) {
    put("b", "1", 1, false);
    put("a", "2", 2, false);
    put("ab", "3", 3, false);
    EXPECT_EQ(scan(), "a ab b ");
    EXPECT_EQ(tree_.item_count(), 3);
    remove("ab", 4, false);
    EXPECT_EQ(scan(), "a b ");
    EXPECT_EQ(tree_.item_count(), 2);
}

TEST_F(TreeTest, KeepsNoHistoryUnlessRequested) {
    put("a", "old", 1, false);
    put("a", "new", 2, false);
    EXPECT_EQ(read("a", 1), "new");
    EXPECT_FALSE(tree_.begin()->has_history());
}

TEST_F(TreeTest, ReadsFormerVersionsAtTheirReadPoint) {
    put("a", "one", 1, false);
    put("a", "two", 5, true);
    remove("a", 6, true);
    put("a", "three", 8, true);
    put("b", "born", 7, true);
    EXPECT_EQ(read("a", 4), "one");
    EXPECT_EQ(read("a", 5), "two");
    EXPECT_EQ(read("a", 6), "-");
    EXPECT_EQ(read("a", 9), "three");
    EXPECT_EQ(read("b", 6), "-");
    EXPECT_EQ(read("b", 7), "born");
    EXPECT_EQ(tree_.item_count(), 2);
}

TEST_F(TreeTest, PruningDropsInvisibleVersions) {
    put("a", "one", 1, false);
    put("a", "two", 5, true);
    put("b", "gone", 2, false);
    remove("b", 6, true);
    tree_.prune(at(4));
    EXPECT_EQ(read("a", 4), "one");
    EXPECT_EQ(read("b", 5), "gone");
    tree_.prune(ReadPoint{});
    EXPECT_EQ(read("a", 4), "two");
    EXPECT_FALSE(tree_.begin()->has_history());
    EXPECT_EQ(std::distance(tree_.begin(), tree_.end()), 1);
}

// The copy has the figures of the original without reading any image.
TEST_F(TreeTest, ACopyHasTheCurrentRecordsAndTheirFigures) {
    put("a", "one", 1, false);
    put("b", "two", 2, true);
    put("b", "three", 3, true);
    put("gone", "four", 4, true);
    remove("gone", 5, true);
    const auto projected = item("p", "c", "five");
    const auto* const entry = IndexEntry::create("g", "tie", projected);
    tree_.install({9, "g", "tie"}, Record(entry), stamp(6), false);
    Tree copy = tree_.copy_current();
    EXPECT_EQ(copy.item_count(), 3);
    EXPECT_EQ(copy.item_bytes(), tree_.item_bytes());
    EXPECT_FALSE(copy.has_history());
    EXPECT_EQ(data_of(copy.find({7, "p", "b"})), "three");
    EXPECT_FALSE(copy.find({7, "p", "gone"}));
    EXPECT_EQ(copy.find({9, "g", "tie"}).image(), projected.get());
    copy.install({7, "p", "a"}, Record(), stamp(7), false);
    EXPECT_EQ(copy.item_count(), 2);
    EXPECT_EQ(tree_.item_count(), 3);
    EXPECT_EQ(data_of(tree_.find({7, "p", "a"})), "one");
}

// Returns true if the first slots of both trees are the same object.
bool share(const Tree& one, const Tree& other) {
    return &*one.begin() == &*other.begin();
}

TEST_F(TreeTest, ACopySharesItsSlotsUntilEitherIsChanged) {
    for (const char* sk : {"a", "b", "c"}) put(sk, "old", 1, false);
    const Tree kept = tree_.copy_current();
    Tree written = tree_.copy_current();
    EXPECT_TRUE(share(tree_, kept));
    EXPECT_TRUE(share(tree_, written));
    const auto image = item("p", "b", "new");
    written.install({7, "p", "b"}, Record(image), stamp(2), false);
    EXPECT_FALSE(share(tree_, written));
    EXPECT_TRUE(share(tree_, kept)) << "they still do";
    put("d", "new", 3, false);
    remove("a", 4, false);
    EXPECT_EQ(data_of(kept.find({7, "p", "b"})), "old");
    EXPECT_EQ(data_of(kept.find({7, "p", "a"})), "old");
    EXPECT_FALSE(kept.find({7, "p", "d"}));
    EXPECT_EQ(data_of(written.find({7, "p", "b"})), "new");
    EXPECT_EQ(data_of(written.find({7, "p", "a"})), "old");
    EXPECT_EQ(scan(), "b c d ");
    EXPECT_EQ(kept.item_count(), 3);
}

TEST_F(TreeTest, ATreeWithoutCopiesIsChangedInPlace) {
    put("a", "one", 1, false);
    const Slot* const slot = &*tree_.begin();
    { const Tree copy = tree_.copy_current(); }
    put("a", "two", 2, false);
    EXPECT_EQ(&*tree_.begin(), slot);
    EXPECT_EQ(read("a", 2), "two");
}

// A write replaces the item it has found without a second search, even if slots have moved.
TEST_F(TreeTest, AnItemToReplaceMayMoveBeforeItsReplacement) {
    put("a", "one", 1, false);
    const auto image = item("p", "a", "two");
    const KeyView key{7, image->pk(), image->sk()};
    EXPECT_EQ(data_of(tree_.find_to_replace(key)), "one");
    for (int i = 0; i < 1'000; ++i) put("b" + std::to_string(i), "other", 2, false);
    EXPECT_EQ(data_of(tree_.find_to_replace(key)), "one");
    const Tree copy = tree_.copy_current();
    tree_.install(key, Record(image), stamp(3), false);
    EXPECT_EQ(read("a", 3), "two");
    EXPECT_EQ(data_of(copy.find(key)), "one") << "the copy's slot is another";
    EXPECT_EQ(data_of(tree_.find_to_replace(key)), "two");
    remove("a", 4, false);
    tree_.install(key, Record(image), stamp(5), false);
    EXPECT_EQ(read("a", 5), "two");
    EXPECT_EQ(tree_.item_count(), 1'001);
}

TEST_F(TreeTest, HistoryAndSplitsAreNotShared) {
    put("a", "one", 1, false);
    const Tree copy = tree_.copy_current();
    put("a", "two", 2, true);
    EXPECT_FALSE(share(tree_, copy));
    EXPECT_FALSE(copy.begin()->has_history());
    EXPECT_FALSE(share(tree_, tree_.copy_current())) << "the past is not copied";
    tree_.prune(ReadPoint{});
    const Tree later = tree_.copy_current();
    EXPECT_TRUE(share(tree_, later));
    Tree upper;
    tree_.split(7, upper);
    EXPECT_EQ(scan(), "");
    EXPECT_EQ(data_of(upper.find({7, "p", "a"})), "two");
    EXPECT_EQ(data_of(later.find({7, "p", "a"})), "two");
    EXPECT_EQ(data_of(copy.find({7, "p", "a"})), "one");
}

// Each copy is read, written to and dropped under its own lock.
TEST_F(TreeTest, CopiesDoNotDisturbEachOther) {
    static constexpr int kKeys = 500;
    for (int i = 0; i < kKeys; ++i) put(std::to_string(i), "old", 1, false);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([copy = tree_.copy_current()]() mutable {
            int old = 0;
            for (const Slot& slot : copy) old += data_of(slot.current()) == "old" ? 1 : 0;
            EXPECT_EQ(old, kKeys);
            copy.install({7, "p", "0"}, Record(), stamp(2), false);
            EXPECT_EQ(copy.item_count(), kKeys - 1);
        });
    }
    for (int i = 0; i < kKeys; ++i) put(std::to_string(i), "new", 2, false);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(tree_.item_count(), kKeys);
    for (const Slot& slot : tree_) EXPECT_EQ(data_of(slot.current()), "new");
}

}  // namespace
}  // namespace stator::engine::storage
