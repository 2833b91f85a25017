#include "protocol/errors/bulk.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

ApiError in_use(std::string message) {
    return {ErrorType::ResourceInUseException, std::move(message)};
}

}  // namespace

ApiError bulk_output_bucket_required() {
    return validation("Invalid Request: S3Bucket must be provided in OutputS3Configuration");
}

ApiError bulk_output_type_required() {
    return validation("Invalid Request: OutputType must be provided in OutputS3Configuration");
}

ApiError bulk_target_replicated() {
    return validation("Invalid Request: Bulk operations are not supported on global tables");
}

ApiError bulk_target_being_indexed(std::string_view table, std::string_view index) {
    std::string message = "Attempt to change a resource which is still in use: Index is being ";
    message.append("created. Table: ").append(table).append(", Index: ").append(index);
    return in_use(std::move(message));
}

ApiError bulk_operation_under_way(std::string_view table) {
    return in_use(
        std::string("Attempt to change a resource which is still in use: A bulk operation is in ")
            .append("progress on table: ")
            .append(table)
    );
}

ApiError invalid_bulk_operation_arn() {
    return validation("Invalid Bulk Operation ARN");
}

ApiError bulk_operation_not_found(std::string_view arn) {
    std::string message = "Requested resource not found: Bulk operation: ";
    message.append(arn).append(" not found");
    return {ErrorType::ResourceNotFoundException, std::move(message)};
}

ApiError bulk_operation_over(std::string_view status) {
    std::string message = "Invalid Request: The bulk operation cannot be cancelled because it is ";
    return validation(message.append(status));
}

ApiError bulk_line_unreadable(std::string_view why) {
    return invalid_parameter(std::string("The item cannot be read: ").append(why));
}

S3Failure bulk_cancelled() {
    return {"Cancelled", "The bulk operation was cancelled by CancelBulkOperation"};
}

S3Failure bulk_target_gone() {
    return {"ResourceNotFoundException", "The table was deleted before the bulk operation ended"};
}

S3Failure bulk_too_many_objects() {
    return {
        "ValidationException",
        "The input has more than " + std::to_string(kMaxBulkObjects) + " objects"};
}

S3Failure bulk_writes_refused(std::string_view message) {
    return {"InternalServerError", std::string(message)};
}

}  // namespace stator::protocol::errors
