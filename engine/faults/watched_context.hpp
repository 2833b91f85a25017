// WatchedContext: the context of a request, with those who watch the request and the rare answers
// that a fault gives it. The places that charge, throttle or commit take it.
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
    // Learns what the request does; null while nobody watches.
    capacity::RequestMeter* meter = nullptr;
    // Where the request has been counted as throttled; null counts each of its items by itself.
    capacity::RefusalNotes* refusals = nullptr;
    // The rare answers to give this request; null for none.
    const RareAnswers* rare_answers = nullptr;
};

// The action that is throttled, of so many; nothing when none is.
inline std::optional<std::size_t> throttled_action(
    const WatchedContext& context, std::size_t actions
) {
    if (context.rare_answers == nullptr) return std::nullopt;
    return context.rare_answers->throttled_action(actions);
}

// Whether the request, having been checked, is refused as a whole.
inline Result<void> refuse(const WatchedContext& context) {
    if (context.rare_answers == nullptr) return {};
    return context.rare_answers->refuse();
}

}  // namespace stator::engine::faults
