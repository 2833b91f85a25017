#include "protocol/errors/bulk.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {

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
