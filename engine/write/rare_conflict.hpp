// Conflicts with a transaction that there is not, for requests that shall meet one; see
// RareAnswers.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/base/request_context.hpp"
#include "protocol/base/result.hpp"

namespace stator::engine::write {

// The one of so many actions or statements that shall meet a conflict, if any.
std::optional<std::size_t> conflicting_position(const RequestContext& context, std::size_t actions);

// For a transaction of so many actions. Error: TransactionCanceledException with
// TransactionConflict at the action that shall meet one.
protocol::Result<void> conflict_of_transaction(const RequestContext& context, std::size_t actions);

inline protocol::Result<void> rare_conflict(const RequestContext& context, std::size_t actions) {
    if (context.rare_answers == nullptr) return {};
    return conflict_of_transaction(context, actions);
}

// For a single write. Error: TransactionConflictException.
protocol::Result<void> conflict_of_write(const RequestContext& context);

inline protocol::Result<void> rare_conflict(const RequestContext& context) {
    if (context.rare_answers == nullptr) return {};
    return conflict_of_write(context);
}

}  // namespace stator::engine::write
