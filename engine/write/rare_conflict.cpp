#include "engine/write/rare_conflict.hpp"

#include <algorithm>
#include <vector>

#include "engine/faults/rare_answers.hpp"
#include "protocol/errors/transactions.hpp"

namespace stator::engine::write {
namespace {}  // namespace

std::optional<std::size_t> conflicting_position(
    const faults::WatchedContext& context, std::size_t actions
) {
    if (context.rare_answers == nullptr || !context.rare_answers->conflict_at) return std::nullopt;
    return std::min(*context.rare_answers->conflict_at, actions - 1);
}

Result<void> conflict_of_transaction(const faults::WatchedContext& context, std::size_t actions) {
    const auto position = conflicting_position(context, actions);
    if (!position) return context.rare_answers->refuse();
    context.rare_answers->given = faults::RareRefusal::Conflict;
    std::vector<protocol::CancellationReason> reasons(actions, errors::no_reason());
    reasons[*position] = errors::cancellation_reason(errors::transaction_conflict());
    return errors::transaction_cancelled(std::move(reasons));
}

Result<void> conflict_of_write(const faults::WatchedContext& context) {
    if (!context.rare_answers->conflict_at) return context.rare_answers->refuse();
    context.rare_answers->given = faults::RareRefusal::Conflict;
    return errors::transaction_conflict();
}

}  // namespace stator::engine::write
