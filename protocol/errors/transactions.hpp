// Messages of the transaction operations, and the CancellationReasons of a cancelled transaction.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {

// An element of TransactItems with no action, and one with several.
inline constexpr Worded<Message::NoTransactAction> no_transact_action;
inline constexpr Text<0> several_transact_actions{
    "TransactItems can only contain one of Check, Put, Update or Delete"};
inline constexpr Text<1> transaction_too_large{
    "Transaction payload size cannot exceed 4MB. Payload Size: : Transaction payload size cannot "
    "exceed 4MB. Payload Size: {payload_bytes}"};
inline constexpr Text<0> several_actions_on_item{
    "Transaction request cannot include multiple operations on one item"};

inline constexpr Text<0> transaction_in_progress{
    "The transaction with the given request token is already in progress",
    ErrorType::TransactionInProgressException};
inline constexpr Text<0> idempotent_parameter_mismatch{
    "Request rejected because it was retried with a different payload but with a request token "
    "that was already used.",
    ErrorType::IdempotentParameterMismatchException};
// A write of a single item conflicts with a transaction that is working on the item.
inline constexpr Text<0> transaction_conflict{
    "Transaction is ongoing for the item", ErrorType::TransactionConflictException};

// The code of an action that cannot be carried out even if its condition holds.
inline constexpr std::string_view kFaultReason = "ValidationError";

// The reason why one action cancels its transaction. `error` is what the same action would answer
// outside a transaction. Precondition: can_be_reason(error).
CancellationReason cancellation_reason(const ApiError& error);
// False for errors that are not an action's fault, such as InternalServerError.
bool can_be_reason(const ApiError& error);
// The reason listed for an action that nothing is wrong with.
CancellationReason no_reason();

// TransactionCanceledException with one reason for each action, in the order of the actions.
ApiError transaction_cancelled(std::vector<CancellationReason> reasons);
// The same for `count` actions, of which only the one at `index` has a reason.
ApiError transaction_cancelled_by(CancellationReason reason, std::size_t index, std::size_t count);

}  // namespace stator::protocol::errors
