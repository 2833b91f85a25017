// Messages of the transaction operations, and the CancellationReasons of a cancelled transaction.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {

// An element of TransactItems without an action, and an element with several actions.
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

// The code of an action that cannot be executed even if its condition is met.
inline constexpr std::string_view kFaultReason = "ValidationError";

// Returns the reason for which one action cancels its transaction. `error` is the error that the
// action would return outside a transaction. Precondition: can_be_reason(error).
CancellationReason cancellation_reason(const ApiError& error);
// Returns false for errors that an action does not cause, such as InternalServerError.
bool can_be_reason(const ApiError& error);
// The reason listed for an action without an error.
CancellationReason no_reason();

// TransactionCanceledException with one reason for each action, in the order of the actions.
ApiError transaction_cancelled(std::vector<CancellationReason> reasons);
// TransactionCanceledException with `count` reasons: `reason` at `index`, no_reason() for all
// others.
ApiError transaction_cancelled_by(CancellationReason reason, std::size_t index, std::size_t count);

}  // namespace stator::protocol::errors
