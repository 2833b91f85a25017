// LanePosition: where a lane continues after a restart. A value.
#pragma once

#include <optional>
#include <string>

#include "engine/base/instant.hpp"
#include "protocol/model/stream.hpp"

namespace stator::engine::triggers {

using model::StreamPosition;

struct LanePosition {
    // Everything before this position is done.
    StreamPosition next = {};
    std::optional<Instant> window = {};  // the open tumbling window
    std::string state = {};              // the state of that window

    friend bool operator==(const LanePosition&, const LanePosition&) = default;
};

}  // namespace stator::engine::triggers
