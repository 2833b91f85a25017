// Messages about bulk operations.
//
// No answer of AWS's about them is known: its API model says which errors there are, the words are
// ours unless a line says otherwise. ValidationException unless a line says otherwise.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/transfers.hpp"

namespace stator::protocol::errors {

// StartBulkPutItems: what AWS's documentation requires and its model does not.
ApiError bulk_output_bucket_required();
ApiError bulk_output_type_required();
// The target is part of a global table.
ApiError bulk_target_replicated();
// ResourceInUseException: an index of the target is being created.
ApiError bulk_target_being_indexed(std::string_view table, std::string_view index);
// UpdateTable, ResourceInUseException: a replica cannot be added while a bulk operation runs.
ApiError bulk_operation_under_way(std::string_view table);

// DescribeBulkOperation and CancelBulkOperation.
ApiError invalid_bulk_operation_arn();
// ResourceNotFoundException.
ApiError bulk_operation_not_found(std::string_view arn);
// It is over already; `status` is what became of it.
ApiError bulk_operation_over(std::string_view status);

// Why a line of the input is no item, in the report of errors.
ApiError bulk_line_unreadable(std::string_view why);

// Why a bulk operation ended without having read everything.
S3Failure bulk_cancelled();
S3Failure bulk_target_gone();
S3Failure bulk_too_many_objects();
// Stator's own disk refuses writes.
S3Failure bulk_writes_refused(std::string_view message);

}  // namespace stator::protocol::errors
