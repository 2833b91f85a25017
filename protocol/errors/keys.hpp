// Messages about key attributes of tables and indexes.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/values/attribute_value.hpp"

namespace stator::protocol::errors {

ApiError key_does_not_match_schema();
ApiError missing_key(std::string_view key);
ApiError key_type_mismatch(
    std::string_view key, values::AttributeType expected, values::AttributeType actual
);
ApiError empty_key(std::string_view key, values::AttributeType type);
ApiError hash_key_too_long();
ApiError range_key_too_long();

ApiError index_key_type_mismatch(
    std::string_view key,
    values::AttributeType expected,
    values::AttributeType actual,
    std::string_view index
);
ApiError empty_index_key(std::string_view key, values::AttributeType type, std::string_view index);
ApiError empty_updated_index_key(values::AttributeType type);
ApiError unsupported_updated_index_key();

ApiError cannot_update_key(std::string_view key);
ApiError key_must_be_scalar(std::string_view key);
ApiError index_key_must_be_scalar(std::string_view key);

}  // namespace stator::protocol::errors
