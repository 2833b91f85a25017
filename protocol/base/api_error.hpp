// ApiError: the error that DynamoDB returns if it rejects a request.
//
// A value. The type determines the HTTP status and the prefix of `__type`; only the named functions
// of protocol/errors build the message.
#pragma once

#include <boost/system/result.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/values/item_image.hpp"

namespace stator::protocol {

// All errors that DynamoDB's model declares, and the errors that AWS lists as common to all
// services. Stator itself returns only some of them; an injected fault can be any of them.
enum class ErrorType : unsigned char {
    AccessDeniedException,
    BackupInUseException,
    BackupNotFoundException,
    ConditionalCheckFailedException,
    ContinuousBackupsUnavailableException,
    DuplicateItemException,
    ExpiredIteratorException,
    ExpiredTokenException,
    ExportConflictException,
    ExportNotFoundException,
    GlobalTableAlreadyExistsException,
    GlobalTableNotFoundException,
    IdempotentParameterMismatchException,
    ImportConflictException,
    ImportNotFoundException,
    IncompleteSignature,
    IncompleteSignatureException,
    IndexNotFoundException,
    InternalFailure,
    InternalServerError,
    InvalidEndpointException,
    InvalidExportTimeException,
    InvalidRestoreTimeException,
    InvalidSignatureException,
    ItemCollectionSizeLimitExceededException,
    LimitExceededException,
    MalformedHttpRequestException,
    MissingAuthenticationTokenException,
    NotAuthorized,
    OptInRequired,
    PointInTimeRecoveryUnavailableException,
    PolicyNotFoundException,
    ProvisionedThroughputExceededException,
    ReplicaAlreadyExistsException,
    ReplicaNotFoundException,
    ReplicatedWriteConflictException,
    RequestAbortedException,
    RequestEntityTooLarge,
    RequestEntityTooLargeException,
    RequestExpired,
    RequestLimitExceeded,
    RequestTimeoutException,
    ResourceInUseException,
    ResourceNotFoundException,
    SerializationException,
    ServiceUnavailable,
    TableAlreadyExistsException,
    TableInUseException,
    TableNotFoundException,
    ThrottlingException,
    TransactionCanceledException,
    TransactionConflictException,
    TransactionInProgressException,
    TrimmedDataAccessException,
    UnknownOperationException,
    UnrecognizedClientException,
    ValidationError,
    ValidationException,
};

// Distinguishes errors of one type that callers must treat differently. Code depends on this, never
// on the message.
enum class ErrorCause : unsigned char {
    Unspecified,
    // An AttributeValue without a datatype, or with several.
    ValueForm,
    // NULL that is not true, or an empty set.
    ValueContent,
    ItemSize,
    NestingTooDeep,
};

// The reason why one action of a cancelled transaction was not executed. The code is "None" if the
// action had no error.
struct CancellationReason {
    std::string code;
    std::string message;
    values::ItemImagePtr item;
    ErrorCause cause = ErrorCause::Unspecified;
};

// The throttled resource: for example "TableReadProvisionedThroughputExceeded", and the ARN of the
// table or index.
struct ThrottlingReason {
    std::string reason;
    std::string resource;
};

struct ApiError {
    ErrorType type = ErrorType::InternalServerError;
    std::string message;
    // The item that failed its condition, if ReturnValuesOnConditionCheckFailure requested it.
    values::ItemImagePtr item = nullptr;
    // One per action, only for TransactionCanceledException.
    std::vector<CancellationReason> cancellation_reasons = {};
    // Only for errors about throughput.
    std::vector<ThrottlingReason> throttling_reasons = {};
    ErrorCause cause = ErrorCause::Unspecified;
};

// Returns "ValidationException" for ErrorType::ValidationException, and so on.
std::string_view error_name(ErrorType type);

// Returns the type with that name; nullopt if there is none.
std::optional<ErrorType> find_error_type(std::string_view name);

// Returns the text before '#' in `__type`. AWS: coral.validate for ValidationException,
// coral.service for transport and authentication errors, dynamodb.v20120810 for errors in the
// model.
std::string_view error_prefix(ErrorType type);

// Returns the HTTP status: 400, 408, 413, 421, 500 or 503.
int error_status(ErrorType type);

// Makes Result<T>::value() throw if it is misused, which is always a bug in Stator.
[[noreturn]] void throw_exception_from_error(
    const ApiError& error, const boost::source_location& location
);

}  // namespace stator::protocol
