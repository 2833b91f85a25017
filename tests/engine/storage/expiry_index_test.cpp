#include "engine/storage/expiry_index.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/values/number.hpp"

namespace stator::engine::storage {
namespace {

// The item {"exp": seconds, "pk": key}, with bound keys.
protocol::values::ItemImagePtr expiring(const std::string& key, std::int64_t seconds) {
    using protocol::values::AttributeType;
    using protocol::values::AttributeValue;
    const auto expiry =
        AttributeValue::scalar(AttributeType::Number, protocol::values::encode_integer(seconds));
    const auto pk = AttributeValue::scalar(AttributeType::String, key);
    protocol::values::ItemBuilder builder;
    builder.add("exp", expiry.view());
    builder.add("pk", pk.view());
    const auto image = builder.build();
    image->bind_keys("pk", "");
    return image;
}

std::string keys_between(const ExpiryIndex& index, Instant from, Instant to) {
    std::string keys;
    for (const auto& image : index.between(from, to, 100)) keys.append(image->pk());
    return keys;
}

// The same writes must lead to the same order of deletions, independent of the addresses of images.
TEST(ExpiryIndex, OrdersItemsOfOneExpiryByTheirKeys) {
    const std::vector<std::string> made{"d", "b", "e", "a", "c"};
    std::vector<protocol::values::ItemImagePtr> images;
    images.reserve(made.size());
    for (const std::string& key : made) images.push_back(expiring(key, 7));
    ExpiryIndex index;
    for (const auto& image : images) index.replace(nullptr, image, "exp");
    EXPECT_EQ(keys_between(index, Instant(7'000), Instant(7'001)), "abcde");
    EXPECT_EQ(keys_between(index, Instant(7'001), Instant(9'000)), "");
    EXPECT_EQ(index.first_from(Instant(7'000)), Instant(7'000));
}

TEST(ExpiryIndex, FollowsAnItemWhoseExpiryStays) {
    ExpiryIndex index;
    const auto before = expiring("a", 7);
    const auto after = expiring("a", 7);
    index.replace(nullptr, before, "exp");
    index.replace(before, after, "exp");
    ASSERT_EQ(index.between(Instant(0), Instant(8'000), 10).size(), 1U);
    EXPECT_EQ(index.between(Instant(0), Instant(8'000), 10)[0], after);
    index.replace(after, nullptr, "exp");
    EXPECT_EQ(keys_between(index, Instant(0), Instant(8'000)), "");
}

}  // namespace
}  // namespace stator::engine::storage
