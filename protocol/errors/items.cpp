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

}  // namespace stator::protocol::errors
