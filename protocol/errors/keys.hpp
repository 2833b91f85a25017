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
inline constexpr Text<3> key_type_mismatch{
    "One or more parameter values were invalid: Type mismatch for key {key} expected: {expected} "
    "actual: {actual}"};

// The word for an empty key value of type S or B in messages.
inline std::string_view empty_kind(values::AttributeType type) {
    return type == values::AttributeType::Binary ? "binary" : "string";
}

inline constexpr Text<2> empty_key{
    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
    "contain an empty {kind} value. Key: {key}"};
inline constexpr Text<0> hash_key_too_long{
    "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size "
    "limit of2048 bytes"};
inline constexpr Text<0> range_key_too_long{
    "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the "
    "size limit of 1024 bytes"};

inline constexpr Text<4> index_key_type_mismatch{
    "One or more parameter values were invalid: Type mismatch for Index Key {key} Expected: "
    "{expected} Actual: {actual} IndexName: {index}"};
inline constexpr Text<3> empty_index_key{
    "One or more parameter values are not valid. A value specified for a secondary index key is "
    "not supported. The AttributeValue for a key attribute cannot contain an empty {kind} value. "
    "IndexName: {index}, IndexKey: {key}"};
inline constexpr Text<1> empty_updated_index_key{
    "One or more parameter values are not valid. The update expression attempted to update a "
    "secondary index key to a value that is not supported. The AttributeValue for a key attribute "
    "cannot contain an empty {kind} value."};
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
