#include "protocol/errors/items.hpp"

#include <utility>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {

ApiError resource_not_found() {
    ApiError error;
    error.type = ErrorType::ResourceNotFoundException;
    error.message = "Requested resource not found";
    return error;
}

ApiError conditional_check_failed(values::ItemImagePtr item) {
    ApiError error;
    error.type = ErrorType::ConditionalCheckFailedException;
    error.message = "The conditional request failed";
    error.item = std::move(item);
    return error;
}

ApiError return_values_only_old() {
    return validation("ReturnValues can only be ALL_OLD or NONE");
}

ApiError too_many_batch_get_items() {
    return validation("Too many items requested for the BatchGetItem call");
}

ApiError too_many_batch_write_items() {
    return validation("Too many items requested for the BatchWriteItem call");
}

ApiError duplicate_batch_keys() {
    return validation("Provided list of item keys contains duplicates");
}

}  // namespace stator::protocol::errors
