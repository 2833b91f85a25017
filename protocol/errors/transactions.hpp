// Messages of the transaction operations, and the reasons a cancelled transaction gives.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// An element of TransactItems with no action, and one with several.
ApiError no_transact_action();
ApiError several_transact_actions();
ApiError transaction_too_large(std::size_t payload_bytes);
ApiError several_actions_on_item();

ApiError transaction_in_progress();
ApiError idempotent_parameter_mismatch();
// A single write meets an item that a transaction is working on.
ApiError transaction_conflict();

// The code of an action that cannot be carried out, whatever its condition says.
inline constexpr std::string_view kFaultReason = "ValidationError";

// Why one action cancels its transaction: what the same fault would answer outside of one.
// Precondition: can_be_reason(error).
CancellationReason cancellation_reason(const ApiError& error);
// False for what is no fault of an action: InternalServerError and the like.
bool can_be_reason(const ApiError& error);
// The reason of an action that was fine.
CancellationReason no_reason();

// TransactionCanceledException; one reason for each action, in their order.
ApiError transaction_cancelled(std::vector<CancellationReason> reasons);
// The same for `count` actions of which the one at `index` alone gives a reason.
ApiError transaction_cancelled_by(CancellationReason reason, std::size_t index, std::size_t count);

}  // namespace stator::protocol::errors
