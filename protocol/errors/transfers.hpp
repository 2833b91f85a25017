// Messages about exports to S3 and imports from it.
//
// ValidationException unless a line says otherwise. What is wrong with a bucket is no message but
// the failure of an export or import under way (S3Failure).
#pragma once

#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/base/instant.hpp"

namespace stator::protocol::errors {

// ExportTableToPointInTime: its TableArn.
ApiError export_table_arn_empty();
ApiError export_table_arn_not_arn();
ApiError export_table_arn_invalid();
// What does not fit together.
ApiError incremental_specification_with_full_export();
ApiError incremental_specification_without_type();
ApiError incremental_specification_required();
ApiError export_from_time_required();
ApiError kms_key_without_kms();
ApiError filter_specification_empty();
// InvalidExportTimeException: in the future, or before what is remembered.
ApiError export_time_invalid();
// InvalidExportTimeException: of the last five minutes.
ApiError export_time_not_available();
ApiError export_from_before_table(Instant creation);
ApiError export_to_in_future(Instant now);
ApiError export_period_too_short();
ApiError export_period_too_long();
// ExportConflictException: another request had the token.
ApiError export_conflict();

// LimitExceededException: as many as may be are under way.
ApiError too_many_exports();

// DescribeExport and ListExports.
ApiError invalid_export_arn();
// ExportNotFoundException.
ApiError export_not_found(std::string_view arn);
ApiError transfer_token_invalid(std::string_view token);

// ImportTable. ImportConflictException: another request had the token.
ApiError import_conflict();
// ResourceInUseException: whatever its status.
ApiError import_target_exists(std::string_view table);
// LimitExceededException: as many as may be are under way.
ApiError too_many_imports();
ApiError import_format_options_unsupported(std::string_view format);
ApiError invalid_import_arn();
// ImportNotFoundException.
ApiError import_not_found(std::string_view arn);
// Ours, in an import's log of errors.
ApiError import_record_unreadable(std::string_view why);

// Why an export or an import ended without its data.
struct S3Failure {
    std::string code;
    std::string message;
};

// `mark` stands for the request that S3 refused.
S3Failure s3_no_such_bucket(std::string_view mark);
S3Failure s3_access_denied(std::string_view mark);
// Ours: the disk is full, or the server of S3 cannot be reached.
S3Failure s3_broken(std::string_view sentence);
// Some items were not imported; the others were.
S3Failure import_items_invalid();
// Ours: the table was gone, or its past forgotten, before its export had begun.
S3Failure export_source_gone();

}  // namespace stator::protocol::errors
