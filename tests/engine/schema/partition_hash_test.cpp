#include "engine/schema/partition_hash.hpp"

#include <gtest/gtest.h>

namespace stator::engine::schema {
namespace {

TEST(PartitionHash, FollowsAwsOrder) {
    // Keys of the segments 0, 1 and 4 of 4,096 in AWS's own tests: the segment is the first twelve
    // bits of the hash.
    EXPECT_EQ(hash_partition_key("3635") >> 52, 0u);
    EXPECT_EQ(hash_partition_key("1668") >> 52, 1u);
    EXPECT_EQ(hash_partition_key("3435") >> 52, 4u);
}

TEST(PartitionHash, TakesTwoPartsForOne) {
    EXPECT_EQ(hash_partition_key("ab", "c"), hash_partition_key("abc"));
    EXPECT_NE(hash_partition_key("abc"), hash_partition_key("abd"));
}

}  // namespace
}  // namespace stator::engine::schema
