// Messages about bulk operations.
//
// AWS's replies are not known. The types of the errors are those of its API model. The texts are
// Stator's own, except where a comment names a source. ValidationException unless a comment names
// another type.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/errors/transfers.hpp"

namespace stator::protocol::errors {

// StartBulkPutItems: members that AWS's documentation requires, but its API model does not.
inline constexpr Text<0> bulk_output_bucket_required{
    "Invalid Request: S3Bucket must be provided in OutputS3Configuration"};
inline constexpr Text<0> bulk_output_type_required{
    "Invalid Request: OutputType must be provided in OutputS3Configuration"};
// The target is part of a global table.
inline constexpr Text<0> bulk_target_replicated{
    "Invalid Request: Bulk operations are not supported on global tables"};
// ResourceInUseException: an index of the target is being created.
inline constexpr Text<2> bulk_target_being_indexed{
    "Attempt to change a resource which is still in use: Index is being created. Table: {table}, "
    "Index: {index}",
    ErrorType::ResourceInUseException};
// UpdateTable, ResourceInUseException: a replica cannot be added while a bulk operation runs.
inline constexpr Text<1> bulk_operation_under_way{
    "Attempt to change a resource which is still in use: A bulk operation is in progress on table: "
    "{table}",
    ErrorType::ResourceInUseException};

// DescribeBulkOperation and CancelBulkOperation.
inline constexpr Text<0> invalid_bulk_operation_arn{"Invalid Bulk Operation ARN"};
inline constexpr Text<1> bulk_operation_not_found{
    "Requested resource not found: Bulk operation: {arn} not found",
    ErrorType::ResourceNotFoundException};
// The operation has ended; `status` is its final status.
inline constexpr Text<1> bulk_operation_over{
    "Invalid Request: The bulk operation cannot be cancelled because it is {status}"};

// An invalid line of the input, in the error report.
inline constexpr Text<1> bulk_line_unreadable{
    "One or more parameter values were invalid: The item cannot be read: {why}"};

// The failures of a bulk operation that ended before it had read all input.
S3Failure bulk_cancelled();
S3Failure bulk_target_gone();
S3Failure bulk_too_many_objects();
// Stator's own storage rejects writes.
S3Failure bulk_writes_refused(std::string_view message);

}  // namespace stator::protocol::errors
