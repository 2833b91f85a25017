// Messages about key attributes of tables and indexes.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/values/attribute_value.hpp"

namespace stator::protocol::errors {

inline constexpr Text<0> key_does_not_match_schema{
    "The provided key element does not match the schema"};
inline constexpr Text<1> missing_key{
    "One or more parameter values were invalid: Missing the key {key} in the item"};
ApiError key_type_mismatch(
    std::string_view key, values::AttributeType expected, values::AttributeType actual
);
ApiError empty_key(std::string_view key, values::AttributeType type);
inline constexpr Text<0> hash_key_too_long{
    "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size "
    "limit of2048 bytes"};
inline constexpr Text<0> range_key_too_long{
    "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the "
    "size limit of 1024 bytes"};

ApiError index_key_type_mismatch(
    std::string_view key,
    values::AttributeType expected,
    values::AttributeType actual,
    std::string_view index
);
ApiError empty_index_key(std::string_view key, values::AttributeType type, std::string_view index);
ApiError empty_updated_index_key(values::AttributeType type);
inline constexpr Text<0> unsupported_updated_index_key{
    "The update expression attempted to update the secondary index key to unsupported type"};

inline constexpr Text<1> cannot_update_key{
    "One or more parameter values were invalid: Cannot update attribute {key}. This attribute is "
    "part of the key"};
inline constexpr Text<1> key_must_be_scalar{
    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "
    "Key: {key}"};
inline constexpr Text<1> index_key_must_be_scalar{
    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "
    "IndexKey: {key}"};

}  // namespace stator::protocol::errors
