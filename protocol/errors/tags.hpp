// Messages about tags and the ResourceArn of the operations on tags.
// ValidationException unless a line says otherwise.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

ApiError arn_without_prefix(std::string_view text);
ApiError not_a_dynamodb_arn(std::string_view arn);
ApiError not_a_taggable_arn(std::string_view arn);
// The ARN is of another region, or its table name cannot exist.
ApiError malformed_resource_arn(std::string_view arn);
// ResourceNotFoundException.
ApiError resource_arn_not_found(std::string_view arn);

ApiError no_tags();
ApiError no_tag_keys();
// An absent key or value gets the same message as an invalid one, with "null" in its place.
ApiError tag_key_invalid(std::string_view key);
ApiError tag_value_invalid(std::string_view value);
ApiError tag_key_reserved(std::string_view key);
ApiError tag_key_duplicated(std::string_view key);
ApiError too_many_tags();

}  // namespace stator::protocol::errors
