#include "protocol/errors/transactions.hpp"

#include <utility>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

// Returns the code of a cancellation reason; "" if the error cannot be a reason.
std::string_view reason_code(ErrorType type) {
    if (type == ErrorType::ValidationException) return kFaultReason;
    if (type == ErrorType::ConditionalCheckFailedException) return "ConditionalCheckFailed";
    if (type == ErrorType::DuplicateItemException) return "DuplicateItem";
    if (type == ErrorType::ItemCollectionSizeLimitExceededException) {
        return "ItemCollectionSizeLimitExceeded";
    }
    if (type == ErrorType::TransactionConflictException) return "TransactionConflict";
    if (type == ErrorType::ResourceNotFoundException) return "ResourceNotFound";
    if (type == ErrorType::ProvisionedThroughputExceededException) {
        return "ProvisionedThroughputExceeded";
    }
    if (type == ErrorType::ThrottlingException) return "ThrottlingError";
    return {};
}

}  // namespace

bool can_be_reason(const ApiError& error) {
    return !reason_code(error.type).empty();
}

CancellationReason cancellation_reason(const ApiError& error) {
    return {std::string(reason_code(error.type)), error.message, error.item, error.cause};
}

CancellationReason no_reason() {
    return {.code = "None", .message = "", .item = nullptr};
}

ApiError transaction_cancelled(std::vector<CancellationReason> reasons) {
    std::string codes;
    for (const CancellationReason& reason : reasons) {
        if (!codes.empty()) codes.append(", ");
        codes.append(reason.code);
    }
    ApiError error = ApiError{
        ErrorType::TransactionCanceledException,
        "Transaction cancelled, please refer cancellation reasons for specific reasons [" + codes +
            "]"};
    error.cancellation_reasons = std::move(reasons);
    return error;
}

ApiError transaction_cancelled_by(CancellationReason reason, std::size_t index, std::size_t count) {
    std::vector<CancellationReason> reasons(count, no_reason());
    reasons[index] = std::move(reason);
    return transaction_cancelled(std::move(reasons));
}

}  // namespace stator::protocol::errors
