// Adversity: stream faults, which make a universe's streams and its records for Kinesis harder to
// use, within the guarantees of DynamoDB. Chances: the random choices for each shard and record.
// Both are values.
//
// The guarantees of DynamoDB stay true: every change is in the stream exactly once, the records of
// an item are in order, a shard's children follow it, and an iterator that is used again returns
// the same records. The guarantees for Kinesis are weaker: a record may be sent twice, and after
// later records.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/base/distribution.hpp"
#include "engine/base/vocabulary.hpp"
#include "protocol/model/stream.hpp"

namespace stator::engine::stream {

// The default of each member means no fault.
struct Adversity {
    // The delay between a record's commit and its first read. A record is never readable before the
    // records ahead of it in the shard.
    Distribution lag = {};
    // The share of pages that are empty although records follow; below 1.
    double empty_pages = 0;
    // The most records of a page; 0 means no such limit. Many pages have fewer.
    std::uint32_t page_records = 0;
    // The approximate number of records after which a shard ends and others follow it; 0 means no
    // limit.
    std::uint32_t shard_records = 0;
    // The most shards that DescribeStream lists in one reply; 0 means no such limit.
    std::uint32_t listed_shards = 0;
    // The age of an iterator when the client receives it, as if the reply had taken that long.
    Distribution iterator_age = {};

    // The delay between a change and sending its record to Kinesis. A record is never sent before
    // earlier records of the same item.
    Distribution kinesis_lag = {};
    // The share of records that are sent to Kinesis twice.
    double kinesis_duplicates = 0;

    bool is_any() const { return *this != Adversity(); }

    friend bool operator==(const Adversity&, const Adversity&) = default;
};

// Every random choice depends only on the seed, the shard (`salt`, see Shard::salt) and the
// position in it, so the same reads of the same records always return the same result.
class Chances {
public:
    Chances(const Adversity& adversity, std::uint64_t seed) : adversity_(adversity), seed_(seed) {}

    const Adversity& adversity() const { return adversity_; }

    // The time after its commit for which the record cannot be read.
    std::int64_t lag_ms(std::uint64_t salt, const model::StreamPosition& record) const;

    // True if the page that starts at `start` is empty.
    bool empties_page(std::uint64_t salt, const model::StreamPosition& start) const;

    // The most records of the page that starts at `start`, at least 1 and at most `limit`.
    std::size_t page_limit(
        std::uint64_t salt, const model::StreamPosition& start, std::size_t limit
    ) const;

    // True if the page with the last records of a closed shard does not report the end, so that an
    // empty page follows.
    bool delays_end(std::uint64_t salt, const model::StreamPosition& last) const;

    // The number of records after which the shard ends; 0 means never. `shard_count` is the number
    // of shards in the stream: the more there are, the longer a shard lasts, which limits their
    // number.
    std::uint64_t shard_life(std::uint64_t salt, std::size_t shard_count) const;

    // True if two shards instead of one follow a shard that ends.
    bool splits(std::uint64_t salt) const;

    std::int64_t iterator_age_ms(std::uint64_t salt, const model::StreamPosition& position) const;

    // The delay of a Kinesis record; `key` identifies it (engine::kinesis::Outgoing).
    std::int64_t kinesis_lag_ms(std::string_view key) const;
    bool sends_twice(std::string_view key) const;

private:
    // The purpose of a random choice.
    enum class Purpose : unsigned char {
        Lag,
        EmptyPage,
        PageLimit,
        End,
        ShardLife,
        Split,
        Age,
        KinesisLag,
        KinesisDuplicate,
    };

    std::uint64_t draw(Purpose purpose, std::string_view key) const;
    std::uint64_t draw(
        Purpose purpose, std::uint64_t salt, const model::StreamPosition& position = {}
    ) const;

    Adversity adversity_;
    std::uint64_t seed_;
};

}  // namespace stator::engine::stream
