#include "engine/universes/time_shift.hpp"

#include <gtest/gtest.h>

#include <string>

#include "engine/base/instant.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::engine::universes {
namespace {

using protocol::model::StreamDescription;
using protocol::model::TableDescription;

constexpr Instant kThen{1'750'000'000'000};
constexpr std::int64_t kDayMs = 86'400'000;

// The item after the shift, in a table with the key "p" whose items expire by the attribute "gone".
std::string shifted(const std::string& json, std::int64_t by_ms, const char* key = "p") {
    schema::TableSchema schema;
    schema.hash = {key, protocol::values::AttributeType::String};
    schema.time_to_live_attribute = "gone";
    const auto parsed = tests::item(json);
    const auto image =
        shift_expiry(protocol::values::ItemImage::create(parsed->payload()), schema, by_ms);
    std::string text;
    protocol::wire::append_item(text, *image);
    return text;
}

TEST(TimeShift, MovesOnlyTheExpiryOfAnItem) {
    const std::string item = "{'a': {'N': '5'}, 'gone': {'N': '1750000000'}, 'p': {'S': 'x'}}";
    const std::string later = R"({"a":{"N":"5"},"gone":{"N":"1750086400"},"p":{"S":"x"}})";
    EXPECT_EQ(shifted(item, kDayMs), later);
    EXPECT_EQ(shifted(item, kDayMs - 999), later) << "never earlier than it was to be";
    EXPECT_EQ(shifted(item, -kDayMs), R"({"a":{"N":"5"},"gone":{"N":"1749913600"},"p":{"S":"x"}})");
    EXPECT_EQ(
        shifted("{'gone': {'N': '0.5'}, 'p': {'S': 'x'}}", 1'000),
        R"({"gone":{"N":"1.5"},"p":{"S":"x"}})"
    );
}

TEST(TimeShift, LeavesItemsThatDoNotExpire) {
    EXPECT_EQ(shifted("{'p': {'S': 'x'}}", kDayMs), R"({"p":{"S":"x"}})");
    EXPECT_EQ(
        shifted("{'gone': {'S': '5'}, 'p': {'S': 'x'}}", kDayMs),
        R"({"gone":{"S":"5"},"p":{"S":"x"}})"
    );
    EXPECT_EQ(shifted("{'gone': {'N': '5'}}", kDayMs, "gone"), R"({"gone":{"N":"5"}})")
        << "a key says which item it is";
}

TEST(TimeShift, MovesTheTimesOfATable) {
    TableDescription table;
    table.creation_time = kThen;
    table.throughput.last_increase = kThen + 1;
    table.global_indexes.emplace_back().throughput.last_decrease = kThen + 2;
    shift_times(table, kDayMs);
    EXPECT_EQ(table.creation_time, kThen + kDayMs);
    EXPECT_EQ(table.throughput.last_increase, kThen + 1 + kDayMs);
    EXPECT_EQ(table.throughput.last_decrease, std::nullopt);
    EXPECT_EQ(table.global_indexes[0].throughput.last_decrease, kThen + 2 + kDayMs);
}

TEST(TimeShift, MovesTheTimesOfAStreamAndItsShards) {
    StreamDescription stream;
    stream.creation_time = kThen;
    stream.disabled_at = kThen + 3;
    stream.shards.resize(2);
    stream.shards[0].creation_time = kThen + 1;
    stream.shards[0].closing_time = kThen + 2;
    stream.shards[0].ending = protocol::model::StreamPosition{5, 0};
    shift_times(stream, kDayMs);
    EXPECT_EQ(stream.creation_time, kThen + kDayMs);
    EXPECT_EQ(stream.disabled_at, kThen + 3 + kDayMs);
    EXPECT_EQ(stream.shards[0].creation_time, kThen + 1 + kDayMs);
    EXPECT_EQ(stream.shards[0].closing_time, kThen + 2 + kDayMs);
    EXPECT_EQ(stream.shards[1].closing_time, Instant());
}

}  // namespace
}  // namespace stator::engine::universes
