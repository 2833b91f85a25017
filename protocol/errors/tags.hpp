// Messages about tags and the ARNs they are asked for by.
// ValidationException unless a line says otherwise.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

ApiError arn_without_prefix(std::string_view text);
ApiError not_a_dynamodb_arn(std::string_view arn);
ApiError not_a_taggable_arn(std::string_view arn);
// Of another region, or of a table that cannot be.
ApiError malformed_resource_arn(std::string_view arn);
// ResourceNotFoundException.
ApiError resource_arn_not_found(std::string_view arn);

ApiError no_tags();
ApiError no_tag_keys();
// The words for an absent key or value are those for a wrong one, with "null".
ApiError tag_key_invalid(std::string_view key);
ApiError tag_value_invalid(std::string_view value);
ApiError tag_key_reserved(std::string_view key);
ApiError tag_key_duplicated(std::string_view key);
ApiError too_many_tags();

}  // namespace stator::protocol::errors
