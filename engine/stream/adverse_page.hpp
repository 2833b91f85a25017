// Pages of a shard as a reader gets them under adversity: late, short, or empty although records
// follow. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/instant.hpp"
#include "engine/stream/adversity.hpp"
#include "engine/stream/shard.hpp"

namespace stator::engine::stream {

// As Shard::read(). The same start gives the same page, except for records that could not be read
// yet; following `next` always comes to the end.
Shard::Batch read_adversely(
    const Shard& shard,
    const model::StreamPosition& start,
    const Shard::PageLimits& limits,
    const Chances& chances,
    Instant now
);

}  // namespace stator::engine::stream
