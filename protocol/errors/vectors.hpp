// Messages about vector indexes: their definition, the vectors in items, and searches.
// ValidationException unless a comment names another type.
#pragma once

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// Index definitions.
inline constexpr Text<0> vectors_need_on_demand{
    "One or more parameter values were invalid: Vector indexes are only supported for "
    "PAY_PER_REQUEST tables"};
inline constexpr Text<0> on_demand_needed_by_vectors{
    "One or more parameter values were invalid: Tables with vector indexes must be in "
    "PAY_PER_REQUEST mode"};
inline constexpr Text<1> dimensions_out_of_range{
    "One or more parameter values were invalid: Number of dimensions must be between 1 and {most} "
    "inclusive."};
inline constexpr Text<0> search_schema_not_defined{
    "One or more parameter values were invalid: One element in SearchSchema is not defined in "
    "attribute definitions"};
inline constexpr Text<1> too_many_search_hashes{
    "One or more parameter values were invalid: Value '{count}' at 'SearchSchema' failed to "
    "satisfy "
    "constraint: Member must have HASH count less than or equal to 1"};
inline constexpr Text<0> search_schema_repeats{
    "One or more parameter values were invalid: SearchSchema contains a duplicate AttributeName"};
inline constexpr Text<1> too_many_vector_indexes{
    "One or more parameter values were invalid: VectorIndex count exceeds the per-table limit of "
    "{limit}"};
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
// A definition of an attribute that is a vector of `dimensions` in an existing index. Derived from
// the text for global secondary indexes.
inline constexpr Text<3> vector_redefined{
    "One or more parameter values were invalid: Attributes cannot be redefined. Please check that "
    "your attribute has the same type as previously defined. Existing schema: VectorIndexSchema:"
    "[VectorAttribute: key{{attribute}:L:{dimensions}}] New schema: Schema:{wanted_schema}"};

// Items. `index`: the vector index that cannot contain the item. AWS: has a full stop at the place
// where other messages about parameters have a colon.
inline constexpr Text<2> vector_not_list{
    "One or more parameter values were invalid. Invalid type for parameter {attribute}, Expected: "
    "32-bit floating point number list IndexName: {index}"};
inline constexpr Text<4> vector_of_other_size{
    "One or more parameter values were invalid. Invalid size for parameter {attribute}, Expected: "
    "{expected}, Actual: {actual} IndexName: {index}"};
inline constexpr Text<4> vector_element_not_number{
    "One or more parameter values were invalid. Invalid type for parameter {attribute}[{place}], "
    "Expected: 32-bit floating point number, Actual: {actual}. IndexName: {index}"};
inline constexpr Text<4> vector_element_out_of_range{
    "One or more parameter values were invalid. Invalid value for parameter {attribute}[{place}], "
    "Value: {value} is outside valid range [-3.4028235E38, 3.4028235E38]. IndexName: {index}"};
inline constexpr Text<4> search_attribute_type_mismatch{
    "One or more parameter values were invalid. Attribute '{attribute}' type mismatch. Expected: "
    "{expected}, Actual: {actual}. IndexName: {index}"};

// SearchVectors.
inline constexpr Text<2> top_k_out_of_range{
    "Provided TopK value '{top_k}' is out of valid range. The value must be between 1 and {most} "
    "inclusive"};
inline constexpr Text<1> index_is_backfilling_vectors{
    "Cannot search backfilling vector index: {index}"};
inline constexpr Text<0> search_vector_invalid{
    "Search vector contains invalid values. All values in the search vector must be a 32-bit "
    "floating-point number attribute"};
inline constexpr Text<2> search_vector_of_other_size{
    "Input search vector dimension {actual} does not match vector index dimension {expected}"};
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
inline constexpr Text<3> search_value_type_mismatch{
    "Type of '{attribute}' attribute in SearchConditionExpression ({given}) does not match type in "
    "search schema ({declared})"};
// A member of the wrong type. `found` and `expected` are worded as in AWS's parser.
inline constexpr Text<3> search_member_type{
    "invalid type: {found}, expected {expected} at line 1 column {column}",
    ErrorType::SerializationException};
inline constexpr Text<2> search_member_missing{
    "missing field `{member}` at line 1 column {column}"};

// Other operations on a vector index.
inline constexpr Text<0> query_of_vector_index{"Query operation not supported on this index type."};
inline constexpr Text<0> scan_of_vector_index{"Scan operation not supported on this index type"};

}  // namespace stator::protocol::errors
