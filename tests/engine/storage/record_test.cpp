#include "engine/storage/record.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/engine/storage/stored_item.hpp"

namespace stator::engine::storage {
namespace {

TEST(Record, OfAnItemHasItsKeys) {
    const Record record(item("p", "s", "x"));
    EXPECT_EQ(record.pk(), "p");
    EXPECT_EQ(record.sk(), "s");
    EXPECT_EQ(data_of(record), "x");
}

TEST(Record, OfAnIndexEntryHasTheEntrysKeys) {
    const auto image = item("p", "s", "x");
    const Record record(IndexEntry::create(std::string("g\0", 2), "tie", image));
    EXPECT_EQ(record.pk(), std::string("g\0", 2));
    EXPECT_EQ(record.sk(), "tie");
    EXPECT_EQ(record.image(), image.get());
    EXPECT_EQ(Record(IndexEntry::create("g", "", image)).sk(), "");
}

TEST(Record, MayBeEmpty) {
    const Record record;
    EXPECT_FALSE(record);
    EXPECT_EQ(record.image(), nullptr);
    EXPECT_EQ(record.shared_image(), nullptr);
}

TEST(Record, OutlivesItsOriginal) {
    Record copy;
    {
        const Record entry(IndexEntry::create("g", "tie", item("p", "s", "x")));
        copy = entry;
        Record other(entry);
        other = Record(item("p", "s", "y"));
        EXPECT_EQ(data_of(other), "y");
    }
    EXPECT_EQ(copy.pk(), "g");
    EXPECT_EQ(data_of(copy), "x");
}

TEST(Record, IsEmptyAfterAMove) {
    Record first(item("p", "s", "x"));
    Record second(std::move(first));
    EXPECT_EQ(data_of(second), "x");
    first = std::move(second);
    EXPECT_EQ(data_of(first), "x");
    const std::uintptr_t bits = first.surrender();
    EXPECT_FALSE(first);
    EXPECT_EQ(data_of(Record::adopt(bits)), "x");
}

}  // namespace
}  // namespace stator::engine::storage
