#include "protocol/errors/usual.hpp"

#include <array>
#include <utility>

#include "protocol/errors/items.hpp"
#include "protocol/errors/keys.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/errors/serialization.hpp"
#include "protocol/errors/streams.hpp"
#include "protocol/errors/throughput.hpp"
#include "protocol/errors/transactions.hpp"

namespace stator::protocol::errors {
namespace {

// The types that can cancel a transaction.
constexpr std::array kReasonTypes = {
    ErrorType::ConditionalCheckFailedException,
    ErrorType::DuplicateItemException,
    ErrorType::ItemCollectionSizeLimitExceededException,
    ErrorType::ProvisionedThroughputExceededException,
    ErrorType::ResourceNotFoundException,
    ErrorType::ThrottlingException,
    ErrorType::TransactionConflictException,
    ErrorType::ValidationException};

// With its one reason left blank.
ApiError throttled(ErrorType type) {
    ApiError error = account_throughput_exceeded({});
    if (type == ErrorType::ThrottlingException) error = on_demand_throughput_exceeded({});
    if (type == ErrorType::ProvisionedThroughputExceededException) {
        error = provisioned_throughput_exceeded({}, ThroughputLimit::Provisioned);
    }
    error.throttling_reasons.assign(1, {});
    return error;
}

}  // namespace

ApiError usual_error(ErrorType type) {
    switch (type) {
        case ErrorType::AccessDeniedException: return {type, "Access denied."};
        case ErrorType::ConditionalCheckFailedException: return conditional_check_failed(nullptr);
        case ErrorType::DuplicateItemException: return duplicate_item();
        case ErrorType::ExpiredIteratorException: return expired_iterator();
        case ErrorType::IdempotentParameterMismatchException:
            return idempotent_parameter_mismatch();
        case ErrorType::IncompleteSignatureException:
            return {type, "The request signature does not conform to AWS standards."};
        case ErrorType::InternalFailure: return {type, internal_server_error().message};
        case ErrorType::InternalServerError: return internal_server_error();
        case ErrorType::InvalidSignatureException:
            return {
                type,
                "The request signature we calculated does not match the signature you provided. "
                "Check your AWS Secret Access Key and signing method. Consult the service "
                "documentation for details."};
        case ErrorType::ItemCollectionSizeLimitExceededException:
            return {type, "Collection size exceeded."};
        case ErrorType::LimitExceededException:
            return {type, "Too many operations for a given subscriber."};
        case ErrorType::MissingAuthenticationTokenException:
            return {type, "Request is missing Authentication Token"};
        case ErrorType::ProvisionedThroughputExceededException:
        case ErrorType::RequestLimitExceeded:
        case ErrorType::ThrottlingException: return throttled(type);
        case ErrorType::RequestEntityTooLarge:
        case ErrorType::UnknownOperationException: return {type, ""};
        case ErrorType::ResourceInUseException:
            return {type, "The resource you are attempting to change is in use."};
        case ErrorType::ResourceNotFoundException: return resource_not_found();
        case ErrorType::SerializationException: return unexpected_structure();
        case ErrorType::ServiceUnavailable:
            return {type, "The request has failed due to a temporary failure of the server."};
        case ErrorType::TransactionCanceledException:
            return transaction_cancelled({cancellation_reason(transaction_conflict())});
        case ErrorType::TransactionConflictException: return transaction_conflict();
        case ErrorType::TransactionInProgressException: return transaction_in_progress();
        case ErrorType::TrimmedDataAccessException: return trimmed_data();
        case ErrorType::UnrecognizedClientException:
            return {type, "The security token included in the request is invalid."};
        case ErrorType::ValidationException: return key_does_not_match_schema();
    }
    return internal_server_error();
}

std::optional<CancellationReason> usual_cancellation_reason(std::string_view code) {
    if (code == no_reason().code) return no_reason();
    for (const ErrorType type : kReasonTypes) {
        CancellationReason reason = cancellation_reason(usual_error(type));
        if (reason.code == code) return reason;
    }
    return std::nullopt;
}

}  // namespace stator::protocol::errors
