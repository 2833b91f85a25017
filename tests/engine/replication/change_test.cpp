#include "engine/replication/change.hpp"

#include <gtest/gtest.h>

namespace stator::engine::replication {
namespace {

using protocol::values::ItemImage;

protocol::values::MutableItemImagePtr image(std::string_view pk) {
    // An item with one attribute, pk, with the type S.
    std::string value;
    protocol::values::append_scalar(value, protocol::values::AttributeType::String, pk);
    protocol::values::ItemBuilder builder;
    builder.add("pk", protocol::values::AttributeValueView::at(value.data()));
    auto made = builder.build();
    made->bind_keys("pk", "");
    return made;
}

Change change(std::uint64_t commit, const std::string& region, std::string_view pk) {
    Change made;
    made.version = {SequenceNumber{commit}, 0};
    made.region = region;
    made.image = image(pk);
    made.key = key_of(*made.image);
    return made;
}

TEST(Change, VersionsAreOrderedAsTheirTexts) {
    const Version one{SequenceNumber{9}, 0};
    const Version other{SequenceNumber{10}, 3};
    EXPECT_LT(one, other);
    EXPECT_LT(version_text(one), version_text(other));
    EXPECT_EQ(version_text(other), "000000000000000a-00000003");
    EXPECT_EQ(parse_version(version_text(other)), other);
    EXPECT_FALSE(parse_version("000000000000000a"));
    EXPECT_FALSE(parse_version("000000000000000x-00000003"));
}

TEST(Change, IsReadAsItWasWritten) {
    Change written = change(12, "eu-west-1", "ann");
    written.time = Instant(1'750'000'000'123);
    written.replaced = {SequenceNumber{7}, 2};
    written.is_deletion = true;
    const std::string text = encode_change(written);
    const auto read = decode_change(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->time, written.time);
    EXPECT_EQ(read->replaced, written.replaced);
    EXPECT_EQ(read->key, written.key);
    EXPECT_TRUE(read->is_deletion);
    EXPECT_EQ(read->image->payload(), written.image->payload());
    for (std::size_t length = 0; length < text.size() - written.image->payload().size(); ++length) {
        EXPECT_FALSE(decode_change(text.substr(0, length))) << length;
    }
}

TEST(Change, ConflictsOnlyWithUnseenChanges) {
    const Change first = change(5, "us-east-1", "ann");
    Change second = change(6, "eu-west-1", "bob");
    EXPECT_TRUE(conflicts(second, first));
    second.replaced = first.version;
    EXPECT_FALSE(conflicts(second, first)) << "it replaced the first";
    Change same = change(6, "us-east-1", "bob");
    EXPECT_FALSE(conflicts(same, first)) << "one region knows what it wrote";
    EXPECT_FALSE(conflicts(change(6, "eu-west-1", "ann"), first)) << "both wrote the same";
}

}  // namespace
}  // namespace stator::engine::replication
