#include "protocol/errors/transfers.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

ApiError invalid_time(std::string text) {
    return {ErrorType::InvalidExportTimeException, std::move(text)};
}

// The wording is that of restores.
ApiError too_many(std::int64_t most, std::string_view what) {
    std::string message = "Subscriber limit exceeded: Only " + std::to_string(most);
    message.append(" ").append(what).append(" operations can be done simultaneously");
    return {ErrorType::LimitExceededException, std::move(message)};
}

std::string s3_message(
    std::string_view what, int status, std::string_view code, std::string_view mark
) {
    std::string text(what);
    text.append(" (Service: Amazon S3; Status Code: ").append(std::to_string(status));
    text.append("; Error Code: ").append(code).append("; Request ID: ").append(mark);
    text.append("; S3 Extended Request ID: ").append(mark).append(mark);
    return text.append("; Proxy: null)");
}

}  // namespace

ApiError export_table_arn_empty() {
    return validation("Invalid TableArn: Invalid Table ARN");
}

ApiError export_table_arn_not_arn() {
    return invalid_parameter("tableArn is not a valid ARN");
}

ApiError export_table_arn_invalid() {
    return invalid_request("Table ARN is invalid.");
}

ApiError incremental_specification_without_type() {
    return invalid_request(
        "Export Type expected to be Incremental Export when incremental export specification is "
        "provided"
    );
}

// AWS: the blank before the comma is theirs.
ApiError incremental_specification_with_full_export() {
    return invalid_request(
        "When Export Type is Full Export , Incremental Export Specification should not be provided"
    );
}

ApiError incremental_specification_required() {
    return invalid_request(
        "Incremental Export Specification expected when export type is set as Incremental Export"
    );
}

ApiError export_from_time_required() {
    return invalid_request("ExportFromTime must be provided in IncrementalExportSpecification");
}

ApiError kms_key_without_kms() {
    return invalid_request("KMS Key Id is not supported for this encryption type");
}

ApiError filter_specification_empty() {
    return invalid_request("Invalid FilterSpecification: The specification can not be empty");
}

ApiError export_time_invalid() {
    return invalid_time("Export Time is invalid");
}

ApiError export_time_not_available() {
    return invalid_time("Point in Time Recovery is not available for specified export time");
}

ApiError export_from_before_table(Instant creation) {
    return invalid_time(
        "Incremental export period from time cannot be less than the table creation time : " +
        moment_text(creation)
    );
}

ApiError export_to_in_future(Instant now) {
    return invalid_time(
        "Incremental export period to time cannot be greater than the current time : " +
        moment_text(now)
    );
}

ApiError export_period_too_short() {
    return invalid_time(
        "Difference between export period from time and export period to time is less than 15 "
        "minutes"
    );
}

ApiError export_period_too_long() {
    return invalid_time(
        "Difference between export period from time and export period to time is greater than 24 "
        "hours"
    );
}

ApiError export_conflict() {
    return {
        ErrorType::ExportConflictException,
        "Export conflict: Duplicate request detected with conflicting parameters"};
}

ApiError too_many_exports() {
    return too_many(kMaxExports, "export");
}

ApiError invalid_export_arn() {
    return validation("Invalid Export ARN");
}

ApiError export_not_found(std::string_view arn) {
    return {
        ErrorType::ExportNotFoundException,
        std::string("Export not found: Export not found: ").append(arn)};
}

ApiError transfer_token_invalid(std::string_view token) {
    return invalid_request(std::string("Provided nextToken is invalid: ").append(token));
}

ApiError import_conflict() {
    return {
        ErrorType::ImportConflictException,
        "Import conflict: Duplicate request detected with conflicting parameters"};
}

ApiError import_target_exists(std::string_view table) {
    return {ErrorType::ResourceInUseException, std::string("Table already exists: ").append(table)};
}

ApiError too_many_imports() {
    return too_many(kMaxImports, "import");
}

ApiError import_format_options_unsupported(std::string_view format) {
    std::string text = "Unsupported InputFormatOptions for the given input format: ";
    return invalid_request(text.append(format).append("."));
}

ApiError invalid_import_arn() {
    return validation("Invalid Import ARN");
}

ApiError import_not_found(std::string_view arn) {
    return {
        ErrorType::ImportNotFoundException,
        std::string("Import not found: Import not found: ").append(arn)};
}

ApiError import_record_unreadable(std::string_view why) {
    return invalid_parameter(std::string("The item cannot be read: ").append(why));
}

S3Failure import_items_invalid() {
    return {
        "ItemValidationError",
        "Some of the items failed validation checks and were not imported. Please check "
        "CloudWatch error logs for more details."};
}

S3Failure s3_no_such_bucket(std::string_view mark) {
    return {
        "S3NoSuchBucket",
        s3_message("The specified bucket does not exist", 404, "NoSuchBucket", mark)};
}

S3Failure s3_access_denied(std::string_view mark) {
    return {"S3AccessDenied", s3_message("Access Denied", 403, "AccessDenied", mark)};
}

S3Failure s3_broken(std::string_view sentence) {
    return {"S3InternalError", std::string(sentence)};
}

S3Failure export_source_gone() {
    return {
        "ResourceNotFoundException",
        "The table was deleted, or its recovery switched off, before its export had begun"};
}

}  // namespace stator::protocol::errors
