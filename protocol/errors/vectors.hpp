// Messages about vector indexes: their definition, the vectors in items, and searches.
// ValidationException unless a line says otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/values/attribute_value.hpp"

namespace stator::protocol::errors {

// Definitions.
inline constexpr Text<0> vectors_need_on_demand{
    "One or more parameter values were invalid: Vector indexes are only supported for "
    "PAY_PER_REQUEST tables"};
inline constexpr Text<0> on_demand_needed_by_vectors{
    "One or more parameter values were invalid: Tables with vector indexes must be in "
    "PAY_PER_REQUEST mode"};
ApiError dimensions_out_of_range();
inline constexpr Text<0> search_schema_not_defined{
    "One or more parameter values were invalid: One element in SearchSchema is not defined in "
    "attribute definitions"};
ApiError too_many_search_hashes(std::size_t count);
inline constexpr Text<0> search_schema_repeats{
    "One or more parameter values were invalid: SearchSchema contains a duplicate AttributeName"};
ApiError too_many_vector_indexes();
inline constexpr Text<1> conflicting_dimensions{
    "One or more parameter values were invalid: Conflicting attribute definition for "
    "'{attribute}'. All VectorIndexes on the same vector attribute must use the same dimensions."};
inline constexpr Text<1> vector_attribute_defined{
    "One or more parameter values were invalid: Conflicting attribute definition for "
    "'{attribute}'. An attribute cannot be defined in AttributeDefinitions when used as a "
    "VectorAttribute."};

// VectorIndexUpdates.
inline constexpr Text<0> vector_action_not_single{
    "One or more parameter values were invalid: Only one vector index action is allowed per "
    "VectorIndexUpdate object"};
inline constexpr Text<0> vector_action_missing{
    "One or more parameter values were invalid: One of VectorIndexUpdate.Create, "
    "VectorIndexUpdate.Delete must not be null"};
// The definition of an attribute that is a vector of `dimensions` already.
ApiError vector_redefined(
    std::string_view attribute, std::int64_t dimensions, std::string_view wanted_schema
);

// Items. `index`: the vector index that cannot hold one.
inline constexpr Text<2> vector_not_list{
    "One or more parameter values were invalid. Invalid type for parameter {attribute}, Expected: "
    "32-bit floating point number list IndexName: {index}"};
ApiError vector_of_other_size(
    std::string_view attribute, std::int64_t expected, std::size_t actual, std::string_view index
);
ApiError vector_element_not_number(
    std::string_view attribute,
    std::size_t place,
    values::AttributeType actual,
    std::string_view index
);
ApiError vector_element_out_of_range(
    std::string_view attribute, std::size_t place, std::string_view value, std::string_view index
);
ApiError search_attribute_type_mismatch(
    std::string_view attribute,
    values::AttributeType expected,
    values::AttributeType actual,
    std::string_view index
);

// SearchVectors.
ApiError top_k_out_of_range(std::int64_t top_k);
inline constexpr Text<0> searched_table_not_found{
    "Requested resource not found", ErrorType::ResourceNotFoundException};
inline constexpr Text<1> index_is_backfilling_vectors{
    "Cannot search backfilling vector index: {index}"};
inline constexpr Text<0> search_vector_invalid{
    "Search vector contains invalid values. All values in the search vector must be a 32-bit "
    "floating-point number attribute"};
ApiError search_vector_of_other_size(std::size_t actual, std::int64_t expected);
inline constexpr Text<0> search_comparator_invalid{
    "Invalid SearchConditionExpression: Invalid comparator used in SearchConditionExpression"};
inline constexpr Text<0> search_attribute_nested{
    "Invalid SearchConditionExpression: SearchConditionExpression cannot have conditions on nested "
    "attributes"};
inline constexpr Text<0> search_attribute_repeated{
    "Invalid SearchConditionExpression: SearchConditionExpression must only contain one condition "
    "per attribute"};
inline constexpr Text<1> search_attribute_unknown{
    "SearchConditionExpression must not contain any attributes that is not in SearchSchema. "
    "Invalid attribute: {attribute}"};
inline constexpr Text<0> search_condition_needed{
    "SearchConditionExpression must be provided when SearchSchema has a HASH key"};
ApiError search_value_type_mismatch(
    std::string_view attribute, values::AttributeType given, values::AttributeType declared
);
// SerializationException: a member of another type. `found` and `expected` as its reader says them.
ApiError search_member_type(std::string_view found, std::string_view expected, std::size_t column);
ApiError search_member_missing(std::string_view member, std::size_t column);

// Other operations on a vector index.
inline constexpr Text<0> query_of_vector_index{"Query operation not supported on this index type."};
inline constexpr Text<0> scan_of_vector_index{"Scan operation not supported on this index type"};

}  // namespace stator::protocol::errors
