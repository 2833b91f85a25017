#include "engine/stream/adversity.hpp"

#include "engine/base/seeded_random.hpp"

namespace stator::engine::stream {
namespace {

using model::StreamPosition;

// The number of shards in a stream with which the life of a shard doubles.
constexpr std::size_t kShardsPerDoubling = 64;
constexpr std::size_t kMostDoublings = 31;

}  // namespace

std::uint64_t Chances::draw(Purpose purpose, std::uint64_t salt, const StreamPosition& position)
    const {
    const std::uint64_t shard = mix(mix(seed_, salt), static_cast<std::uint64_t>(purpose));
    return mix(mix(shard, position.commit), position.ordinal);
}

std::int64_t Chances::lag_ms(std::uint64_t salt, const StreamPosition& record) const {
    return adversity_.lag.draw_ms(draw(Purpose::Lag, salt, record));
}

bool Chances::empties_page(std::uint64_t salt, const StreamPosition& start) const {
    return unit_interval(draw(Purpose::EmptyPage, salt, start)) < adversity_.empty_pages;
}

std::size_t Chances::page_limit(std::uint64_t salt, const StreamPosition& start, std::size_t limit)
    const {
    if (adversity_.page_records == 0) return limit;
    const std::size_t drawn = 1 + draw(Purpose::PageLimit, salt, start) % adversity_.page_records;
    return std::min(limit, drawn);
}

bool Chances::delays_end(std::uint64_t salt, const StreamPosition& last) const {
    return unit_interval(draw(Purpose::End, salt, last)) < adversity_.empty_pages;
}

std::uint64_t Chances::shard_life(std::uint64_t salt, std::size_t shard_count) const {
    const std::uint64_t mean = adversity_.shard_records;
    if (mean == 0) return 0;
    const std::uint64_t drawn = 1 + draw(Purpose::ShardLife, salt) % (2 * mean - 1);
    return drawn << std::min(shard_count / kShardsPerDoubling, kMostDoublings);
}

bool Chances::splits(std::uint64_t salt) const {
    return draw(Purpose::Split, salt) % 2 == 0;
}

std::int64_t Chances::iterator_age_ms(std::uint64_t salt, const StreamPosition& position) const {
    return adversity_.iterator_age.draw_ms(draw(Purpose::Age, salt, position));
}

std::uint64_t Chances::draw(Purpose purpose, std::string_view key) const {
    return mix(mix(seed_, static_cast<std::uint64_t>(purpose)), key);
}

std::int64_t Chances::kinesis_lag_ms(std::string_view key) const {
    return adversity_.kinesis_lag.draw_ms(draw(Purpose::KinesisLag, key));
}

bool Chances::sends_twice(std::string_view key) const {
    const double drawn = unit_interval(draw(Purpose::KinesisDuplicate, key));
    return drawn < adversity_.kinesis_duplicates;
}

}  // namespace stator::engine::stream
