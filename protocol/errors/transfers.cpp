#include "protocol/errors/transfers.hpp"

namespace stator::protocol::errors {
namespace {

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
