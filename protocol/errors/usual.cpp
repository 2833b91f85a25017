#include "protocol/errors/usual.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "protocol/errors/general.hpp"
#include "protocol/errors/items.hpp"
#include "protocol/errors/keys.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/errors/serialization.hpp"
#include "protocol/errors/streams.hpp"
#include "protocol/errors/throttling.hpp"
#include "protocol/errors/transactions.hpp"

namespace stator::protocol::errors {
namespace {

using enum ErrorType;

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

// Returns the error with one blank throttling reason.
ApiError throttled(ErrorType type) {
    const bool is_on_demand = type != ErrorType::ProvisionedThroughputExceededException;
    const bool is_account = type == ErrorType::RequestLimitExceeded;
    ApiError error = throughput_exceeded(
        {.arn = "", .is_on_demand = is_on_demand},
        is_account ? ThroughputLimit::Account : usual_limit(is_on_demand)
    );
    error.throttling_reasons.assign(1, {});
    return error;
}

ApiError internal_failure() {
    return {InternalFailure, internal_server_error().message};
}

ApiError cancelled_by_conflict() {
    return transaction_cancelled({cancellation_reason(transaction_conflict())});
}

// The types whose error consists only of a message.
struct UsualText {
    ErrorType type;
    std::string_view text;
};

constexpr std::array kTexts = std::to_array<UsualText>({
    {AccessDeniedException, "Access denied."},
    {BackupInUseException,
     "There is another ongoing conflicting backup control plane operation on the table."},
    {BackupNotFoundException, "Backup not found for the given BackupARN."},
    {ContinuousBackupsUnavailableException, "Backups have not yet been enabled for this table."},
    {ExpiredTokenException, "The security token included in the request is expired"},
    {ExportConflictException,
     "Export conflict: Duplicate request detected with conflicting parameters"},
    {ExportNotFoundException, "The specified export was not found."},
    {GlobalTableAlreadyExistsException, "The specified global table already exists."},
    {GlobalTableNotFoundException, "The specified global table does not exist."},
    {ImportConflictException,
     "Import conflict: Duplicate request detected with conflicting parameters"},
    {ImportNotFoundException, "The specified import was not found."},
    {IncompleteSignature, "The request signature does not conform to AWS standards."},
    {IncompleteSignatureException, "The request signature does not conform to AWS standards."},
    {IndexNotFoundException, "The operation tried to access a nonexistent index."},
    {InvalidEndpointException, "The endpoint of the request is not valid."},
    {InvalidExportTimeException,
     "The specified ExportTime is outside of the point in time recovery window."},
    {InvalidRestoreTimeException,
     "An invalid restore time was specified. RestoreDateTime must be between "
     "EarliestRestorableDateTime and LatestRestorableDateTime."},
    {InvalidSignatureException,
     "The request signature we calculated does not match the signature you provided. Check "
     "your AWS Secret Access Key and signing method. Consult the service documentation for "
     "details."},
    {ItemCollectionSizeLimitExceededException, "Collection size exceeded."},
    {LimitExceededException, "Too many operations for a given subscriber."},
    {MalformedHttpRequestException, "There is a problem with the request at the HTTP level."},
    {MissingAuthenticationTokenException, "Request is missing Authentication Token"},
    {NotAuthorized, "You do not have permission to perform this action."},
    {OptInRequired, "The AWS access key ID needs a subscription for the service."},
    {PointInTimeRecoveryUnavailableException,
     "Point in time recovery has not yet been enabled for this source table."},
    {PolicyNotFoundException, "The operation tried to access a nonexistent resource-based policy."},
    {ReplicaAlreadyExistsException, "The specified replica is already part of the global table."},
    {ReplicaNotFoundException, "The specified replica is no longer part of the global table."},
    {ReplicatedWriteConflictException,
     "One or more items in this request are being modified by a request in another Region."},
    {RequestAbortedException, "The request was aborted before a reply was sent back."},
    {RequestEntityTooLarge, ""},
    {RequestEntityTooLargeException, "The request entity is too large."},
    {RequestExpired, "The request reached the service more than 15 minutes after its date stamp."},
    {RequestTimeoutException, "Reading the request timed out."},
    {ResourceInUseException, "The resource you are attempting to change is in use."},
    {ServiceUnavailable, "The request has failed due to a temporary failure of the server."},
    {TableAlreadyExistsException, "A target table with the specified name already exists."},
    {TableInUseException,
     "A target table with the specified name is either being created or deleted."},
    {TableNotFoundException, "A source table with the specified name does not currently exist."},
    {UnknownOperationException, ""},
    {UnrecognizedClientException, "The security token included in the request is invalid."},
    {ValidationError, "The input fails to satisfy the constraints specified by an AWS service."},
});

// The types that have a function in the catalogue, or contain more than a message.
struct UsualFunction {
    ErrorType type;
    ApiError (*error)();
};

constexpr std::array kFunctions = std::to_array<UsualFunction>({
    {ConditionalCheckFailedException, [] { return conditional_check_failed(nullptr); }},
    {DuplicateItemException, [] { return duplicate_item(nullptr); }},
    {ExpiredIteratorException, [] { return expired_iterator(); }},
    {IdempotentParameterMismatchException, [] { return idempotent_parameter_mismatch(); }},
    {InternalFailure, [] { return internal_failure(); }},
    {InternalServerError, [] { return internal_server_error(); }},
    {ProvisionedThroughputExceededException,
     [] { return throttled(ProvisionedThroughputExceededException); }},
    {RequestLimitExceeded, [] { return throttled(RequestLimitExceeded); }},
    {ResourceNotFoundException, [] { return resource_not_found(); }},
    {SerializationException, [] { return unexpected_structure(); }},
    {ThrottlingException, [] { return throttled(ThrottlingException); }},
    {TransactionCanceledException, [] { return cancelled_by_conflict(); }},
    {TransactionConflictException, [] { return transaction_conflict(); }},
    {TransactionInProgressException, [] { return transaction_in_progress(); }},
    {TrimmedDataAccessException, [] { return trimmed_data(); }},
    {ValidationException, [] { return key_does_not_match_schema(); }},
});

constexpr bool has_one_row(ErrorType type) {
    std::size_t count = 0;
    for (const UsualText& row : kTexts) count += row.type == type ? 1 : 0;
    for (const UsualFunction& row : kFunctions) count += row.type == type ? 1 : 0;
    return count == 1;
}

constexpr bool has_every_type() {
    for (unsigned value = 0; value <= static_cast<unsigned>(ValidationException); ++value) {
        if (!has_one_row(static_cast<ErrorType>(value))) return false;
    }
    return true;
}

static_assert(has_every_type());

}  // namespace

ApiError usual_error(ErrorType type) {
    for (const UsualFunction& row : kFunctions) {
        if (row.type == type) return row.error();
    }
    for (const UsualText& row : kTexts) {
        if (row.type == type) return {type, std::string(row.text)};
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
