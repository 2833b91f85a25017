#include "protocol/errors/api_error.hpp"

#include <stdexcept>

namespace stator::protocol {

std::string_view error_name(ErrorType type) {
    switch (type) {
        case ErrorType::AccessDeniedException: return "AccessDeniedException";
        case ErrorType::ConditionalCheckFailedException: return "ConditionalCheckFailedException";
        case ErrorType::DuplicateItemException: return "DuplicateItemException";
        case ErrorType::ExpiredIteratorException: return "ExpiredIteratorException";
        case ErrorType::IdempotentParameterMismatchException:
            return "IdempotentParameterMismatchException";
        case ErrorType::IncompleteSignatureException: return "IncompleteSignatureException";
        case ErrorType::InternalFailure: return "InternalFailure";
        case ErrorType::InternalServerError: return "InternalServerError";
        case ErrorType::InvalidSignatureException: return "InvalidSignatureException";
        case ErrorType::ItemCollectionSizeLimitExceededException:
            return "ItemCollectionSizeLimitExceededException";
        case ErrorType::LimitExceededException: return "LimitExceededException";
        case ErrorType::MissingAuthenticationTokenException:
            return "MissingAuthenticationTokenException";
        case ErrorType::ProvisionedThroughputExceededException:
            return "ProvisionedThroughputExceededException";
        case ErrorType::RequestEntityTooLarge: return "RequestEntityTooLarge";
        case ErrorType::RequestLimitExceeded: return "RequestLimitExceeded";
        case ErrorType::ResourceInUseException: return "ResourceInUseException";
        case ErrorType::ResourceNotFoundException: return "ResourceNotFoundException";
        case ErrorType::SerializationException: return "SerializationException";
        case ErrorType::ServiceUnavailable: return "ServiceUnavailable";
        case ErrorType::ThrottlingException: return "ThrottlingException";
        case ErrorType::TransactionCanceledException: return "TransactionCanceledException";
        case ErrorType::TransactionConflictException: return "TransactionConflictException";
        case ErrorType::TransactionInProgressException: return "TransactionInProgressException";
        case ErrorType::TrimmedDataAccessException: return "TrimmedDataAccessException";
        case ErrorType::UnknownOperationException: return "UnknownOperationException";
        case ErrorType::UnrecognizedClientException: return "UnrecognizedClientException";
        case ErrorType::ValidationException: return "ValidationException";
    }
    return "InternalFailure";
}

std::optional<ErrorType> find_error_type(std::string_view name) {
    constexpr auto kLast = static_cast<unsigned>(ErrorType::ValidationException);
    for (unsigned value = 0; value <= kLast; ++value) {
        const auto type = static_cast<ErrorType>(value);
        if (error_name(type) == name) return type;
    }
    return std::nullopt;
}

std::string_view error_prefix(ErrorType type) {
    switch (type) {
        case ErrorType::ValidationException: return "com.amazon.coral.validate";
        case ErrorType::AccessDeniedException:
        case ErrorType::IncompleteSignatureException:
        case ErrorType::InternalFailure:
        case ErrorType::InvalidSignatureException:
        case ErrorType::MissingAuthenticationTokenException:
        case ErrorType::RequestEntityTooLarge:
        case ErrorType::SerializationException:
        case ErrorType::ServiceUnavailable:
        case ErrorType::UnknownOperationException:
        case ErrorType::UnrecognizedClientException: return "com.amazon.coral.service";
        case ErrorType::ConditionalCheckFailedException:
        case ErrorType::DuplicateItemException:
        case ErrorType::ExpiredIteratorException:
        case ErrorType::IdempotentParameterMismatchException:
        case ErrorType::InternalServerError:
        case ErrorType::ItemCollectionSizeLimitExceededException:
        case ErrorType::LimitExceededException:
        case ErrorType::ProvisionedThroughputExceededException:
        case ErrorType::RequestLimitExceeded:
        case ErrorType::ResourceInUseException:
        case ErrorType::ResourceNotFoundException:
        case ErrorType::ThrottlingException:
        case ErrorType::TransactionCanceledException:
        case ErrorType::TransactionConflictException:
        case ErrorType::TransactionInProgressException:
        case ErrorType::TrimmedDataAccessException: return "com.amazonaws.dynamodb.v20120810";
    }
    return "com.amazonaws.dynamodb.v20120810";
}

int error_status(ErrorType type) {
    if (type == ErrorType::RequestEntityTooLarge) return 413;
    if (type == ErrorType::ServiceUnavailable) return 503;
    const bool ours = type == ErrorType::InternalFailure || type == ErrorType::InternalServerError;
    return ours ? 500 : 400;
}

void throw_exception_from_error(const ApiError& error, const boost::source_location&) {
    throw std::logic_error(std::string(error_name(error.type)) + ": " + error.message);
}

namespace errors {

ApiError validation(std::string message) {
    ApiError error;
    error.type = ErrorType::ValidationException;
    error.message = std::move(message);
    return error;
}

ApiError enveloped(ApiError error) {
    if (error.type == ErrorType::ValidationException && !error.never_enveloped) {
        error.message.insert(0, "1 validation error detected: ");
    }
    return error;
}

ApiError internal_server_error() {
    ApiError error;
    error.type = ErrorType::InternalServerError;
    error.message =
        "The request processing has failed because of an unknown error, exception or failure.";
    return error;
}

}  // namespace errors
}  // namespace stator::protocol
