// Messages about exports to S3 and imports from it.
//
// ValidationException unless a comment names another type. Errors of a bucket are not messages but
// failures of a running export or import (S3Failure).
#pragma once

#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// ExportTableToPointInTime: its TableArn.
inline constexpr Text<0> export_table_arn_empty{"Invalid TableArn: Invalid Table ARN"};
inline constexpr Text<0> export_table_arn_not_arn{
    "One or more parameter values were invalid: tableArn is not a valid ARN"};
inline constexpr Text<0> export_table_arn_invalid{"Invalid Request: Table ARN is invalid."};
// Contradictory parameters.
inline constexpr Text<0> incremental_specification_with_full_export{
    "Invalid Request: When Export Type is Full Export , Incremental Export Specification should "
    "not be provided"};
inline constexpr Text<0> incremental_specification_without_type{
    "Invalid Request: Export Type expected to be Incremental Export when incremental export "
    "specification is provided"};
inline constexpr Text<0> incremental_specification_required{
    "Invalid Request: Incremental Export Specification expected when export type is set as "
    "Incremental Export"};
inline constexpr Text<0> export_from_time_required{
    "Invalid Request: ExportFromTime must be provided in IncrementalExportSpecification"};
inline constexpr Text<0> kms_key_without_kms{
    "Invalid Request: KMS Key Id is not supported for this encryption type"};
inline constexpr Text<0> filter_specification_empty{
    "Invalid Request: Invalid FilterSpecification: The specification can not be empty"};
// InvalidExportTimeException: a time in the future, or before the recovery window.
inline constexpr Text<0> export_time_invalid{
    "Export Time is invalid", ErrorType::InvalidExportTimeException};
// InvalidExportTimeException: a time in the last five minutes.
inline constexpr Text<0> export_time_not_available{
    "Point in Time Recovery is not available for specified export time",
    ErrorType::InvalidExportTimeException};
// AWS: the space before the second colon is in the original.
inline constexpr Text<1> export_from_before_table{
    "Incremental export period from time cannot be less than the table creation time : {creation}",
    ErrorType::InvalidExportTimeException};
inline constexpr Text<1> export_to_in_future{
    "Incremental export period to time cannot be greater than the current time : {now}",
    ErrorType::InvalidExportTimeException};
inline constexpr Text<0> export_period_too_short{
    "Difference between export period from time and export period to time is less than 15 minutes",
    ErrorType::InvalidExportTimeException};
inline constexpr Text<0> export_period_too_long{
    "Difference between export period from time and export period to time is greater than 24 hours",
    ErrorType::InvalidExportTimeException};
// ExportConflictException: the token belongs to a different request.
inline constexpr Text<0> export_conflict{
    "Export conflict: Duplicate request detected with conflicting parameters",
    ErrorType::ExportConflictException};

// DescribeExport and ListExports.
inline constexpr Text<0> invalid_export_arn{"Invalid Export ARN"};
inline constexpr Text<1> export_not_found{
    "Export not found: Export not found: {arn}", ErrorType::ExportNotFoundException};
inline constexpr Text<1> transfer_token_invalid{
    "Invalid Request: Provided nextToken is invalid: {token}"};

// ImportTable. ImportConflictException: the token belongs to a different request.
inline constexpr Text<0> import_conflict{
    "Import conflict: Duplicate request detected with conflicting parameters",
    ErrorType::ImportConflictException};
// ResourceInUseException: regardless of the table's status.
inline constexpr Text<1> import_target_exists{
    "Table already exists: {table}", ErrorType::ResourceInUseException};
inline constexpr Text<1> import_format_options_unsupported{
    "Invalid Request: Unsupported InputFormatOptions for the given input format: {format}."};
inline constexpr Text<0> invalid_import_arn{"Invalid Import ARN"};
inline constexpr Text<1> import_not_found{
    "Import not found: Import not found: {arn}", ErrorType::ImportNotFoundException};
// Stator's own message, for an import's error log.
inline constexpr Text<1> import_record_unreadable{
    "One or more parameter values were invalid: The item cannot be read: {why}"};

// The reason why an export or import failed.
struct S3Failure {
    std::string code;
    std::string message;
};

// `mark`: identifies the request that S3 rejected.
S3Failure s3_no_such_bucket(std::string_view mark);
S3Failure s3_access_denied(std::string_view mark);
// Stator's own message: the disk is full, or the S3 server is unreachable.
S3Failure s3_broken(std::string_view sentence);
// Some items were invalid and were not imported. All other items were imported.
S3Failure import_items_invalid();
// Stator's own message: the table was deleted, or its history discarded, before the export began.
S3Failure export_source_gone();

}  // namespace stator::protocol::errors
