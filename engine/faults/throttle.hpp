// Throttle: throttles a request although throughput is left, with the error of its table or index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/capacity/throughput.hpp"
#include "protocol/base/api_error.hpp"

namespace stator::engine::faults {

// The throttled part of a write: its table, a global index that it changes if any, or either of the
// two. A read is always throttled by its own source.
enum class ThrottledPart : unsigned char { Table, Index, Any };

struct Throttle {
    // The limit to report as exceeded, for tables and indexes that have it. For others, and if
    // nullopt: the most common limit of their billing mode.
    std::optional<errors::ThroughputLimit> limit = std::nullopt;
    ThrottledPart part = ThrottledPart::Table;
    // Texts that override those of the source; "" keeps the source's text.
    std::string reason = {};
    std::string resource = {};
    std::string message = {};

    bool is_plain() const {
        return !limit && part == ThrottledPart::Table && reason.empty() && resource.empty();
    }

    // `seed` chooses the part if the throttle applies to any.
    bool prefers_index(std::uint64_t seed) const {
        return part == ThrottledPart::Index || (part == ThrottledPart::Any && seed % 2 == 1);
    }
};

// The throttling error of that source: one of errors::throttling_answers() for its billing mode,
// unless the throttle has its own reason or resource. Pure.
ApiError throttled_by(
    const Throttle& throttle, capacity::Direction direction, const capacity::ChargedSource& source
);

}  // namespace stator::engine::faults
