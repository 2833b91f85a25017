#include "engine/storage/tree.hpp"

#include <gtest/gtest.h>

#include <string>

#include "engine/schema/key_encoding.hpp"
#include "engine/schema/partition_hash.hpp"
#include "engine/storage/partition.hpp"

namespace stator::engine::storage {
namespace {

protocol::values::ItemImagePtr item(
    const std::string& pk, const std::string& sk, const std::string& data
) {
    const auto text = [](const std::string& value) {
        std::string encoded;
        protocol::values::append_scalar(encoded, protocol::values::AttributeType::String, value);
        return encoded;
    };
    protocol::values::ItemBuilder builder;
    const std::string data_value = text(data);
    const std::string pk_value = text(pk);
    const std::string sk_value = text(sk);
    builder.add("data", protocol::values::AttributeValueView(std::string_view(data_value)));
    builder.add("pk", protocol::values::AttributeValueView(std::string_view(pk_value)));
    builder.add("sk", protocol::values::AttributeValueView(std::string_view(sk_value)));
    const auto image = builder.build();
    image->bind_keys("pk", "sk");
    return image;
}

CommitStamp stamp(std::uint64_t sequence) {
    return {SequenceNumber{sequence}};
}

ReadPoint at(std::uint64_t sequence) {
    return {SequenceNumber{sequence}};
}

std::string data_of(const Record& record) {
    return record ? std::string(record.image()->find("data")->scalar()) : "-";
}

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

TEST_F(TreeTest, ForgetsThePastWhenNobodyNeedsIt) {
    put("a", "old", 1, false);
    put("a", "new", 2, false);
    EXPECT_EQ(read("a", 1), "new");
    EXPECT_FALSE(tree_.begin()->has_history());
}

TEST_F(TreeTest, ReadsThePastAtItsReadPoint) {
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

TEST_F(TreeTest, PruningDropsWhatNobodySees) {
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

TEST(KeyEncoding, PartsSortLikeTheirBytes) {
    const std::string values[] = {
        "",
        std::string("\0", 1),
        std::string("\0\1", 2),
        "\1",
        "a",
        std::string("a\0", 2),
        "a\1",
        "ab",
        "\xFF"};
    std::string previous;
    for (const std::string& value : values) {
        std::string part;
        schema::append_key_part(part, value);
        if (!previous.empty()) {
            EXPECT_LT(previous, part);
        }
        std::string prefix;
        schema::append_key_prefix(prefix, value);
        EXPECT_EQ(part.compare(0, prefix.size(), prefix), 0);
        previous = part;
    }
    EXPECT_EQ(schema::prefix_successor("a\xFF\xFF"), "b");
    EXPECT_EQ(schema::prefix_successor("\xFF"), "");
}

TEST(PartitionHash, FollowsAwsOrder) {
    // Segments of 4,096 in AWS's own tests: the first twelve bits of the hash.
    EXPECT_EQ(schema::hash_partition_key("3635") >> 52, 0u);
    EXPECT_EQ(schema::hash_partition_key("1668") >> 52, 1u);
    EXPECT_EQ(schema::hash_partition_key("3435") >> 52, 4u);
}

TEST(PartitionSet, CoversEveryHashOnceAndSplits) {
    PartitionSet set(4, 1);
    const std::uint64_t middle = 1ULL << 61;
    {
        const LockedPartition partition(set, middle);
        for (const std::uint64_t hash : {middle - 1, middle, middle + 1}) {
            const auto image = item("p" + std::to_string(hash), "s", "x");
            partition->items().install({hash, image->pk(), image->sk()}, Record(image), {}, false);
        }
    }
    set.split(middle);
    EXPECT_EQ(set.all().size(), 5u);
    std::uint64_t next = 0;
    std::size_t items = 0;
    for (Partition* partition : set.all()) {
        EXPECT_EQ(partition->range().first, next);
        next = partition->range().last + 1;
        items += static_cast<std::size_t>(partition->items().item_count());
    }
    EXPECT_EQ(next, 0u);
    EXPECT_EQ(items, 3u);
    const LockedPartition upper(set, middle);
    EXPECT_EQ(upper->range().first, middle);
    EXPECT_EQ(upper->items().item_count(), 2);
}

}  // namespace
}  // namespace stator::engine::storage
