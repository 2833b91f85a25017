#include "engine/write/rare_conflict.hpp"

#include <algorithm>
#include <vector>

#include "engine/laboratory/rare_answers.hpp"
#include "protocol/errors/transactions.hpp"

namespace stator::engine {
namespace {

namespace errors = protocol::errors;

bool shall_conflict(const RequestContext& context) {
    return context.rare_answers->conflict_at.has_value();
}

}  // namespace

protocol::Result<void> conflict_of_transaction(const RequestContext& context, std::size_t actions) {
    if (!shall_conflict(context)) return {};
    std::vector<protocol::CancellationReason> reasons(actions, errors::no_reason());
    const std::size_t position = std::min(*context.rare_answers->conflict_at, actions - 1);
    reasons[position] = errors::cancellation_reason(errors::transaction_conflict());
    return errors::transaction_cancelled(std::move(reasons));
}

protocol::Result<void> conflict_of_write(const RequestContext& context) {
    if (!shall_conflict(context)) return {};
    return errors::transaction_conflict();
}

}  // namespace stator::engine
