// Pages of a shard with stream faults: late, short, or empty although records follow. Pure
// functions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/instant.hpp"
#include "engine/stream/adversity.hpp"
#include "engine/stream/shard.hpp"

namespace stator::engine::stream {

// Like Shard::read(), with stream faults. The same start returns the same page, except for records
// that could not be read before. Following `next` always reaches the end.
Shard::Batch read_adversely(
    const Shard& shard,
    const model::StreamPosition& start,
    const Shard::PageLimits& limits,
    const Chances& chances,
    Instant now
);

}  // namespace stator::engine::stream
