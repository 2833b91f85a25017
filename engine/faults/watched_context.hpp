// WatchedContext: the context of a request, with its meter and the rare answers that a fault gives
// it. Used by code that charges, throttles or commits.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/base/request_context.hpp"
#include "engine/capacity/refusal_notes.hpp"
#include "engine/capacity/request_meter.hpp"
#include "engine/faults/rare_answers.hpp"
#include "protocol/base/result.hpp"

namespace stator::engine::faults {

struct WatchedContext : RequestContext {
    // Records what the request reads and writes. Null if metering is off.
    capacity::RequestMeter* meter = nullptr;
    // Where the request has been counted as throttled. If null, each of its items counts
    // separately.
    capacity::RefusalNotes* refusals = nullptr;
    // The rare answers to give this request, or null.
    const RareAnswers* rare_answers = nullptr;
};

// The index of the action to throttle, or nullopt if none.
inline std::optional<std::size_t> throttled_action(
    const WatchedContext& context, std::size_t actions
) {
    if (context.rare_answers == nullptr) return std::nullopt;
    return context.rare_answers->throttled_action(actions);
}

// Returns the error that rejects the whole request after its validation, if any.
inline Result<void> refuse(const WatchedContext& context) {
    if (context.rare_answers == nullptr) return {};
    return context.rare_answers->refuse();
}

}  // namespace stator::engine::faults
