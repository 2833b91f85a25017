// Messages of Query and Scan: selection, key conditions against a schema, start keys, segments.
#pragma once

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {

ApiError bad_filter_operator();
// `parameter`: ProjectionExpression or AttributesToGet; `choice`: "ALL_ATTRIBUTES",
// "ALL_PROJECTED_ATTRIBUTES" or "only the Count".
inline constexpr Worded<Message::SelectWithProjection> projection_with_select;
inline constexpr Worded<Message::SpecificAttributesNeeded> specific_attributes_needed;
inline constexpr Worded<Message::ProjectedAttributesNeedIndex> projected_attributes_need_index;
inline constexpr Text<0> key_condition_needed{
    "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
    "request."};
inline constexpr Text<0> segment_without_total{
    "The TotalSegments parameter is required but was not present in the request when Segment "
    "parameter is present"};
inline constexpr Text<0> total_without_segment{
    "The Segment parameter is required but was not present in the request when parameter "
    "TotalSegments is present"};
inline constexpr Worded<Message::SegmentOutOfRange> segment_out_of_range;

inline constexpr Text<1> no_such_index{"The table does not have the specified index: {index}"};
inline constexpr Text<1> index_is_backfilling{
    "Cannot read from backfilling global secondary index: {index}"};
inline constexpr Text<0> consistent_read_on_global_index{
    "Consistent reads are not supported on global secondary indexes"};
inline constexpr Text<1> all_attributes_not_projected{
    "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for "
    "global secondary index {index} because its projection type is not ALL"};
inline constexpr Text<2> attributes_not_projected{
    "One or more parameter values were invalid: Global secondary index {index} does not project "
    "[{attributes}]"};

inline constexpr Text<0> no_key_conditions{"Conditions can be of length 1 or 2 only"};
inline constexpr Worded<Message::TooManyKeyConditions> too_many_key_conditions;
inline constexpr Text<1> missed_key_element{"Query condition missed key schema element: {key}"};
inline constexpr Text<0> key_condition_not_supported{"Query key condition not supported"};
inline constexpr Text<0> not_an_indexable_operation{
    "Attempted conditional constraint is not an indexable operation"};
inline constexpr Text<0> condition_type_mismatch{
    "One or more parameter values were invalid: Condition parameter type does not match schema "
    "type"};
inline constexpr Text<1> hash_keys_need_equality{
    "HASH key attributes {keys} must have equality conditions specified in the query"};
inline constexpr Text<2> range_keys_need_equality{
    "RANGE key attributes {key} must have equality conditions specified in the query because a "
    "condition is present on key attribute {later}"};
// `parameter`: "QueryFilter" or "Filter Expression".
inline constexpr Text<2> filter_on_key{
    "{parameter} can only contain non-primary key attributes: Primary key attribute: {key}"};

// An invalid value of an ExclusiveStartKey attribute.
ApiError bad_start_key_value(const ApiError& error);
inline constexpr Text<0> start_key_invalid{"The provided starting key is invalid"};
// Key attributes that are absent or have the wrong type.
inline constexpr Worded<Message::QueryStartKeyValues> start_key_values_invalid;
// AWS: Scan has one text for all errors. [case Scan/start_key_structure]
inline constexpr Worded<Message::ScanStartKey> scan_start_key_invalid;
inline constexpr Text<0> start_key_item_part_invalid{
    "The provided starting key is invalid: The provided key element does not match the schema"};
inline constexpr Text<0> start_key_outside_query{
    "The provided starting key is outside query boundaries based on provided conditions"};
inline constexpr Text<0> start_key_outside_range{
    "The provided starting key does not match the range key predicate"};
inline constexpr Text<0> start_key_cannot_restart{
    "The query can return at most one row and cannot be restarted"};
inline constexpr Text<2> start_key_not_supported{
    "The provided exclusive start key is invalid: ExclusiveStartKey: {{key}={value}}"};
inline constexpr Text<2> start_key_outside_segment{
    "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey "
    "with correct Segment. TotalSegments: {total_segments} Segment: {segment}"};

}  // namespace stator::protocol::errors
