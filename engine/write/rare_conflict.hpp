// Simulated errors, and conflicts without another transaction, for requests that a rare answer
// selects; see RareAnswers.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/base/request_context.hpp"
#include "engine/faults/watched_context.hpp"
#include "protocol/base/result.hpp"

namespace stator::engine::write {

// The index of the action or statement that gets a conflict, if any. `actions` is their number.
std::optional<std::size_t> conflicting_position(
    const faults::WatchedContext& context, std::size_t actions
);

// For a transaction with this number of actions.
// Error: TransactionCanceledException with TransactionConflict at that action, or the rare error.
Result<void> conflict_of_transaction(const faults::WatchedContext& context, std::size_t actions);

inline Result<void> rare_conflict(const faults::WatchedContext& context, std::size_t actions) {
    if (context.rare_answers == nullptr) return {};
    return conflict_of_transaction(context, actions);
}

// For a single write. Error: TransactionConflictException, or the rare error.
Result<void> conflict_of_write(const faults::WatchedContext& context);

inline Result<void> rare_conflict(const faults::WatchedContext& context) {
    if (context.rare_answers == nullptr) return {};
    return conflict_of_write(context);
}

}  // namespace stator::engine::write
