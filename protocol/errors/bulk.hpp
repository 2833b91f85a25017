// Messages about bulk operations.
//
// No answer of AWS's about them is known: its API model says which errors there are, the words are
// ours unless a line says otherwise. ValidationException unless a line says otherwise.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/errors/transfers.hpp"

namespace stator::protocol::errors {

// StartBulkPutItems: what AWS's documentation requires and its model does not.
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
// It is over already; `status` is what became of it.
inline constexpr Text<1> bulk_operation_over{
    "Invalid Request: The bulk operation cannot be cancelled because it is {status}"};

// Why a line of the input is no item, in the report of errors.
inline constexpr Text<1> bulk_line_unreadable{
    "One or more parameter values were invalid: The item cannot be read: {why}"};

// Why a bulk operation ended without having read everything.
S3Failure bulk_cancelled();
S3Failure bulk_target_gone();
S3Failure bulk_too_many_objects();
// Stator's own disk refuses writes.
S3Failure bulk_writes_refused(std::string_view message);

}  // namespace stator::protocol::errors
