// Throttle: a request is to be throttled although there is throughput left, as its table or index
// would do it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/capacity/throughput.hpp"
#include "protocol/base/api_error.hpp"

namespace stator::engine::faults {

// What of a write is throttled: its table, a global index that it changes, if there is one, or any
// of both. A read is always throttled by what it reads.
enum class ThrottledPart : unsigned char { Table, Index, Any };

struct Throttle {
    // The limit that is said to be exceeded, in tables and indexes that have it; in others, and
    // without one, what their billing mode meets most often.
    std::optional<errors::ThroughputLimit> limit = std::nullopt;
    ThrottledPart part = ThrottledPart::Table;
    // What the answer says in any case; "" for what fits.
    std::string reason = {};
    std::string resource = {};
    std::string message = {};

    bool is_plain() const {
        return !limit && part == ThrottledPart::Table && reason.empty() && resource.empty();
    }

    // `seed` decides for a throttle of any part.
    bool prefers_index(std::uint64_t seed) const {
        return part == ThrottledPart::Index || (part == ThrottledPart::Any && seed % 2 == 1);
    }
};

// The answer of that source. One of errors::throttling_answers() for its billing mode,
// unless the throttle has a reason or a resource of its own. Pure.
ApiError throttled_by(
    const Throttle& throttle, capacity::Direction direction, const capacity::ChargedSource& source
);

}  // namespace stator::engine::faults
