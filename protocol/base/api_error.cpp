#include "protocol/base/api_error.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>

namespace stator::protocol {
namespace {

// The source of an error, which determines the prefix of `__type`.
enum class Family : unsigned char { Modelled, Service, Validation };

struct ErrorRow {
    ErrorType type;
    std::string_view name;
    Family family = Family::Modelled;
    int status = 400;
};

using enum ErrorType;

// AWS: the page about common errors lists several of these with status 401, 403 or 404, but all
// that were observed from DynamoDB had 400. Therefore Stator also uses 400 for the others.
// [docs.aws.amazon.com CommonErrors; for ExpiredTokenException treeverse/lakeFS#7178] The status of
// InvalidEndpointException is from the model of the SDK for JavaScript.
constexpr std::array kErrors = std::to_array<ErrorRow>({
    {AccessDeniedException, "AccessDeniedException", Family::Service},
    {BackupInUseException, "BackupInUseException"},
    {BackupNotFoundException, "BackupNotFoundException"},
    {ConditionalCheckFailedException, "ConditionalCheckFailedException"},
    {ContinuousBackupsUnavailableException, "ContinuousBackupsUnavailableException"},
    {DuplicateItemException, "DuplicateItemException"},
    {ExpiredIteratorException, "ExpiredIteratorException"},
    {ExpiredTokenException, "ExpiredTokenException", Family::Service},
    {ExportConflictException, "ExportConflictException"},
    {ExportNotFoundException, "ExportNotFoundException"},
    {GlobalTableAlreadyExistsException, "GlobalTableAlreadyExistsException"},
    {GlobalTableNotFoundException, "GlobalTableNotFoundException"},
    {IdempotentParameterMismatchException, "IdempotentParameterMismatchException"},
    {ImportConflictException, "ImportConflictException"},
    {ImportNotFoundException, "ImportNotFoundException"},
    {IncompleteSignature, "IncompleteSignature", Family::Service},
    {IncompleteSignatureException, "IncompleteSignatureException", Family::Service},
    {IndexNotFoundException, "IndexNotFoundException"},
    {InternalFailure, "InternalFailure", Family::Service, 500},
    {InternalServerError, "InternalServerError", Family::Modelled, 500},
    {InvalidEndpointException, "InvalidEndpointException", Family::Modelled, 421},
    {InvalidExportTimeException, "InvalidExportTimeException"},
    {InvalidRestoreTimeException, "InvalidRestoreTimeException"},
    {InvalidSignatureException, "InvalidSignatureException", Family::Service},
    {ItemCollectionSizeLimitExceededException, "ItemCollectionSizeLimitExceededException"},
    {LimitExceededException, "LimitExceededException"},
    {MalformedHttpRequestException, "MalformedHttpRequestException", Family::Service},
    {MissingAuthenticationTokenException, "MissingAuthenticationTokenException", Family::Service},
    {NotAuthorized, "NotAuthorized", Family::Service},
    {OptInRequired, "OptInRequired", Family::Service},
    {PointInTimeRecoveryUnavailableException, "PointInTimeRecoveryUnavailableException"},
    {PolicyNotFoundException, "PolicyNotFoundException"},
    {ProvisionedThroughputExceededException, "ProvisionedThroughputExceededException"},
    {ReplicaAlreadyExistsException, "ReplicaAlreadyExistsException"},
    {ReplicaNotFoundException, "ReplicaNotFoundException"},
    {ReplicatedWriteConflictException, "ReplicatedWriteConflictException"},
    {RequestAbortedException, "RequestAbortedException", Family::Service},
    {RequestEntityTooLarge, "RequestEntityTooLarge", Family::Service, 413},
    {RequestEntityTooLargeException, "RequestEntityTooLargeException", Family::Service, 413},
    {RequestExpired, "RequestExpired", Family::Service},
    {RequestLimitExceeded, "RequestLimitExceeded"},
    {RequestTimeoutException, "RequestTimeoutException", Family::Service, 408},
    {ResourceInUseException, "ResourceInUseException"},
    {ResourceNotFoundException, "ResourceNotFoundException"},
    {SerializationException, "SerializationException", Family::Service},
    {ServiceUnavailable, "ServiceUnavailable", Family::Service, 503},
    {TableAlreadyExistsException, "TableAlreadyExistsException"},
    {TableInUseException, "TableInUseException"},
    {TableNotFoundException, "TableNotFoundException"},
    {ThrottlingException, "ThrottlingException"},
    {TransactionCanceledException, "TransactionCanceledException"},
    {TransactionConflictException, "TransactionConflictException"},
    {TransactionInProgressException, "TransactionInProgressException"},
    {TrimmedDataAccessException, "TrimmedDataAccessException"},
    {UnknownOperationException, "UnknownOperationException", Family::Service},
    {UnrecognizedClientException, "UnrecognizedClientException", Family::Service},
    {ValidationError, "ValidationError", Family::Validation},
    {ValidationException, "ValidationException", Family::Validation},
});

constexpr const ErrorRow& row_of(ErrorType type) {
    return kErrors[static_cast<std::size_t>(type)];
}

constexpr bool has_every_type_in_its_place() {
    for (std::size_t at = 0; at < kErrors.size(); ++at) {
        if (static_cast<std::size_t>(kErrors[at].type) != at) return false;
    }
    return kErrors.back().type == ValidationException;
}

static_assert(has_every_type_in_its_place());

}  // namespace

std::string_view error_name(ErrorType type) {
    return row_of(type).name;
}

std::optional<ErrorType> find_error_type(std::string_view name) {
    const auto found = std::find_if(kErrors.begin(), kErrors.end(), [name](const ErrorRow& row) {
        return row.name == name;
    });
    return found == kErrors.end() ? std::nullopt : std::optional(found->type);
}

std::string_view error_prefix(ErrorType type) {
    switch (row_of(type).family) {
        case Family::Modelled: return "com.amazonaws.dynamodb.v20120810";
        case Family::Service: return "com.amazon.coral.service";
        case Family::Validation: return "com.amazon.coral.validate";
    }
    return "com.amazonaws.dynamodb.v20120810";
}

int error_status(ErrorType type) {
    return row_of(type).status;
}

void throw_exception_from_error(const ApiError& error, const boost::source_location&) {
    throw std::logic_error(std::string(error_name(error.type)) + ": " + error.message);
}

}  // namespace stator::protocol
