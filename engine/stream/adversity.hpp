// Adversity: how a universe's streams are made harder to read, and what Kinesis data streams get
// harder to rely on, within what DynamoDB promises.
// Chances: what happens to which shard and record. Values.
//
// What DynamoDB promises, and what therefore stays true: every change is in the stream exactly
// once, the records of an item are in their order, a shard's children come after it, and an
// iterator that is used again returns the same records again. Of what is sent to Kinesis it
// promises less: a record may come twice, and after younger ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/base/distribution.hpp"
#include "engine/base/vocabulary.hpp"
#include "protocol/model/stream.hpp"

namespace stator::engine::stream {

// The default of each member means "as usual".
struct Adversity {
    // How long after its commit a record can be read, but never before the records in front of it
    // in the shard.
    Distribution lag = {};
    // The share of pages that are empty although records follow; below 1.
    double empty_pages = 0;
    // The most records of a page; 0 for no such limit. Many pages have fewer.
    std::uint32_t page_records = 0;
    // About how many records a shard takes before it ends and others follow it; 0 for any number.
    std::uint32_t shard_records = 0;
    // The most shards that DescribeStream lists in one reply; 0 for no such limit.
    std::uint32_t listed_shards = 0;
    // How old an iterator is when it arrives, as if the reply had been on its way for so long.
    Distribution iterator_age = {};

    // How long after its change a record is sent to Kinesis, but never before those of its item.
    Distribution kinesis_lag = {};
    // The share of records that are sent to Kinesis twice.
    double kinesis_duplicates = 0;

    bool is_any() const { return *this != Adversity(); }

    friend bool operator==(const Adversity&, const Adversity&) = default;
};

// Every draw depends on the seed, the shard (`salt`, see Shard::salt) and the position in it, so
// the same reads of the same records always get the same answers.
class Chances {
public:
    Chances(const Adversity& adversity, std::uint64_t seed) : adversity_(adversity), seed_(seed) {}

    const Adversity& adversity() const { return adversity_; }

    // How long that record cannot be read.
    std::int64_t lag_ms(std::uint64_t salt, const model::StreamPosition& record) const;

    // Whether the page that starts there is empty.
    bool empties_page(std::uint64_t salt, const model::StreamPosition& start) const;

    // How many records the page that starts there may have, at least 1 and at most `limit`.
    std::size_t page_limit(
        std::uint64_t salt, const model::StreamPosition& start, std::size_t limit
    ) const;

    // Whether a page that ends a closed shard leaves it to an empty page behind it to say so.
    bool delays_end(std::uint64_t salt, const model::StreamPosition& last) const;

    // After how many records the shard ends, in a stream that has so many shards already: they last
    // longer in a long stream, so that they do not become too many. 0 for never.
    std::uint64_t shard_life(std::uint64_t salt, std::size_t shard_count) const;

    // Whether a shard that ends is followed by two shards instead of one.
    bool splits(std::uint64_t salt) const;

    std::int64_t iterator_age_ms(std::uint64_t salt, const model::StreamPosition& position) const;

    // The same of what is sent to Kinesis, where `key` names a record (engine::kinesis::Outgoing).
    std::int64_t kinesis_lag_ms(std::string_view key) const;
    bool sends_twice(std::string_view key) const;

private:
    // What is drawn for.
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
