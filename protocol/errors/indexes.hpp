// Messages about secondary indexes: key schemas, projections, counts, and changes of them.
// ValidationException unless a comment names another type.
#pragma once

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// Key schemas.
inline constexpr Text<0> table_has_no_range_key{
    "One or more parameter values were invalid: Table KeySchema does not have a range key, which "
    "is required when specifying a LocalSecondaryIndex"};
inline constexpr Text<1> local_index_without_range_key{
    "One or more parameter values were invalid: Index KeySchema does not have a range key for "
    "index: {index}"};
inline constexpr Text<3> local_index_with_other_hash_key{
    "One or more parameter values were invalid: Index KeySchema does not have the same leading "
    "hash key as table KeySchema for index: {index}. index hash key: {index_key}, table hash key: "
    "{table_key}"};
inline constexpr Text<0> too_many_hash_attributes{
    "One or more parameter values were invalid: The KeySchema exceeds the maximum allowed number "
    "of HASH key attributes"};
inline constexpr Text<0> too_many_range_attributes{
    "One or more parameter values were invalid: The KeySchema exceeds the maximum allowed number "
    "of RANGE key attributes"};
inline constexpr Text<0> hash_after_range{
    "One or more parameter values were invalid: All HASH key attributes must precede RANGE key "
    "attributes in the KeySchema"};
inline constexpr Text<0> repeated_key_attribute{
    "The KeySchema contains multiple key attributes with the same name"};

// Projections.
inline constexpr Text<0> projection_type_missing{
    "One or more parameter values were invalid: Unknown ProjectionType: null"};
inline constexpr Text<0> projected_attributes_missing{
    "One or more parameter values were invalid: ProjectionType is INCLUDE, but NonKeyAttributes is "
    "not specified"};
inline constexpr Text<1> projected_attributes_forbidden{
    "One or more parameter values were invalid: ProjectionType is {projection_type}, but "
    "NonKeyAttributes is specified"};
inline constexpr Text<1> projected_attribute_duplicated{
    "One or more parameter values were invalid: Duplicate element in NonKeyAttributes: "
    "{attribute}"};
// AWS: the limit is documented, but its wording was never captured. [doc Constraints.html]
inline constexpr Text<1> too_many_projected_attributes{
    "One or more parameter values were invalid: Number of NonKeyAttributes over all indexes "
    "exceeds "
    "the per-table limit of {limit}"};

// The set of indexes.
inline constexpr Text<1> index_name_duplicated{
    "One or more parameter values were invalid: Duplicate index name: {index}"};
inline constexpr Text<1> too_many_local_indexes{
    "One or more parameter values were invalid: Number of LocalSecondaryIndexes exceeds per-table "
    "limit of {limit}"};
inline constexpr Text<1> too_many_global_indexes{
    "One or more parameter values were invalid: GlobalSecondaryIndex count exceeds the per-table "
    "limit of {limit}"};
// The same limit in UpdateTable.
inline constexpr Text<1> global_index_limit_reached{
    "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of "
    "{limit}",
    ErrorType::LimitExceededException};

// GlobalSecondaryIndexUpdates.
inline constexpr Text<0> index_action_missing{
    "One or more parameter values were invalid: One of GlobalSecondaryIndexUpdate.Update, "
    "GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null"};
inline constexpr Text<0> index_action_not_single{
    "One or more parameter values were invalid: Only one global secondary index action is allowed "
    "per GlobalSecondaryIndexUpdate object"};
inline constexpr Text<1> index_updated_twice{
    "One or more parameter values were invalid: Only one global secondary index update per index "
    "is allowed simultaneously. Index: {index}"};
inline constexpr Text<0> index_already_exists{"Attempting to create an index which already exists"};
inline constexpr Text<2> index_not_found{
    "Requested resource not found: Index {index} for table {table}",
    ErrorType::ResourceNotFoundException};
inline constexpr Text<1> cannot_delete_local_index{
    "Cannot delete an index that is not a GlobalSecondaryIndex: {index}"};
inline constexpr Text<1> cannot_update_local_index{
    "Cannot update an index that is not a GlobalSecondaryIndex: {index}"};
inline constexpr Text<1> index_definitions_missing{
    "One or more parameter values were invalid: AttributeDefinitions is not specified for index: "
    "{index}"};
inline constexpr Text<0> one_online_index_at_a_time{
    "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
    "table",
    ErrorType::LimitExceededException};

}  // namespace stator::protocol::errors
