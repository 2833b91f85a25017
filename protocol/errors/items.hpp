// Messages of the operations on items that are not about values, keys or expressions.
#pragma once

#include <utility>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// AWS: data operations do not name the table. [case items/missing_table]
inline constexpr Text<0> resource_not_found{
    "Requested resource not found", ErrorType::ResourceNotFoundException};

// `item` may be null.
inline ApiError conditional_check_failed(values::ItemImagePtr item) {
    return {
        ErrorType::ConditionalCheckFailedException,
        "The conditional request failed",
        std::move(item)};
}

inline constexpr Text<0> return_values_only_old{"ReturnValues can only be ALL_OLD or NONE"};
inline constexpr Text<0> too_many_batch_get_items{
    "Too many items requested for the BatchGetItem call"};
inline constexpr Text<0> too_many_batch_write_items{
    "Too many items requested for the BatchWriteItem call"};
inline constexpr Text<0> duplicate_batch_keys{"Provided list of item keys contains duplicates"};

}  // namespace stator::protocol::errors
