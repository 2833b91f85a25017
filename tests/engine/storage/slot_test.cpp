#include "engine/storage/slot.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/engine/storage/stored_item.hpp"

namespace stator::engine::storage {
namespace {

Record record(const std::string& data) {
    return Record(item("p", "s", data));
}

std::string now(const Slot& slot) {
    return data_of(slot.current());
}

std::string then(const Slot& slot, std::uint64_t sequence) {
    return data_of(slot.at(at(sequence)));
}

TEST(Slot, KeepsNoHistoryByDefault) {
    Slot slot(7, record("one"));
    EXPECT_EQ(then(slot, 0), "one");
    slot.replace(record("two"));
    EXPECT_EQ(now(slot), "two");
    EXPECT_EQ(then(slot, 0), "two");
    EXPECT_FALSE(slot.has_history());
    EXPECT_EQ(slot.hash(), 7u);
}

TEST(Slot, ShowsEachVersionFromItsCommitOn) {
    Slot slot(7, record("one"));
    slot.push(record("two"), stamp(5));
    slot.push(Record(), stamp(8));
    EXPECT_EQ(then(slot, 0), "one");
    EXPECT_EQ(then(slot, 4), "one");
    EXPECT_EQ(then(slot, 5), "two");
    EXPECT_EQ(then(slot, 7), "two");
    EXPECT_EQ(then(slot, 8), "-");
    EXPECT_EQ(now(slot), "-");
    EXPECT_EQ(slot.current_image(), nullptr);
}

TEST(Slot, ShowsAPartOfATransaction) {
    Slot first(7, record("one"));
    Slot second(8, record("one"));
    first.push(record("two"), {SequenceNumber{5}, 0});
    second.push(record("two"), {SequenceNumber{5}, 1});
    second.push(record("three"), {SequenceNumber{6}, 1});
    const auto seen = [&](std::uint32_t from, std::uint32_t end) {
        const ReadPoint point{SequenceNumber{4}, {SequenceNumber{5}, from, end}};
        return data_of(first.at(point)) + " " + data_of(second.at(point));
    };
    EXPECT_EQ(seen(0, 0), "one one");
    EXPECT_EQ(seen(0, 1), "two one");
    EXPECT_EQ(seen(1, 9), "one two");
    EXPECT_EQ(seen(0, 2), "two two");
}

TEST(Slot, IsMissingBeforeItsFirstVersion) {
    const Slot slot = Slot::born(7, record("one"), stamp(5));
    EXPECT_EQ(then(slot, 4), "-");
    EXPECT_EQ(then(slot, 5), "one");
    EXPECT_EQ(now(slot), "one");
}

TEST(Slot, KeepsItsKeyWhenEveryVersionIsADeletion) {
    Slot slot = Slot::born(7, record("one"), stamp(2));
    slot.push(Record(), stamp(3));
    EXPECT_FALSE(slot.prune(at(2)));
    EXPECT_EQ(slot.key().pk, "p");
    EXPECT_EQ(slot.key().sk, "s");
    EXPECT_TRUE(slot.prune(at(3)));
}

TEST(Slot, PrunesVersionsThatNoReadCanSee) {
    Slot slot(7, record("one"));
    slot.push(record("two"), stamp(5));
    slot.push(record("three"), stamp(8));
    EXPECT_FALSE(slot.prune(at(6)));
    EXPECT_EQ(then(slot, 6), "two");
    EXPECT_EQ(then(slot, 8), "three");
    EXPECT_TRUE(slot.has_history());
    EXPECT_FALSE(slot.prune(at(8)));
    EXPECT_FALSE(slot.has_history());
    EXPECT_EQ(now(slot), "three");
}

TEST(Slot, ShowsOlderReadsTheVersionsLeftByPruning) {
    Slot slot = Slot::born(7, record("one"), stamp(5));
    slot.push(record("two"), stamp(8));
    EXPECT_FALSE(slot.prune(at(6)));
    EXPECT_EQ(then(slot, 2), "one");
    EXPECT_EQ(then(slot, 8), "two");
}

TEST(Slot, KeepsAFirstVersionThatReadsDoNotSeeYet) {
    Slot slot = Slot::born(7, record("one"), stamp(5));
    EXPECT_FALSE(slot.prune(at(4)));
    EXPECT_TRUE(slot.has_history());
    EXPECT_EQ(then(slot, 4), "-");
}

TEST(Slot, SharesItsRecordAndReleasesIt) {
    const auto image = item("p", "s", "one");
    {
        Slot slot(7, Record(image));
        slot.push(record("two"), stamp(5));
        Slot moved = std::move(slot);
        EXPECT_EQ(moved.at(at(0)).image(), image.get());
        moved.prune(ReadPoint{});
        EXPECT_EQ(now(moved), "two");
    }
    EXPECT_EQ(image->find("data")->scalar(), "one");
}

}  // namespace
}  // namespace stator::engine::storage
