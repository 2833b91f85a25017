// Messages of Query and Scan: selection, key conditions against a schema, start keys, segments.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/values/attribute_value.hpp"
#include "protocol/values/number.hpp"

namespace stator::protocol::errors {

ApiError bad_filter_operator();
// `parameter`: ProjectionExpression or AttributesToGet; `choice`: "ALL_ATTRIBUTES",
// "ALL_PROJECTED_ATTRIBUTES" or "only the Count".
ApiError projection_with_select(
    std::string_view parameter,
    std::string_view choice,
    values::Dialect dialect,
    const Region& region
);
ApiError specific_attributes_needed(values::Dialect dialect, const Region& region);
ApiError projected_attributes_need_index(values::Dialect dialect);
ApiError key_condition_needed();
ApiError segment_without_total();
ApiError total_without_segment();
ApiError segment_out_of_range(
    std::int64_t segment, std::int64_t total_segments, const Region& region
);

ApiError no_such_index(std::string_view index);
ApiError index_is_backfilling(std::string_view index);
ApiError consistent_read_on_global_index();
ApiError all_attributes_not_projected(std::string_view index);
ApiError attributes_not_projected(
    std::string_view index, const std::vector<std::string>& attributes
);

ApiError no_key_conditions();
ApiError too_many_key_conditions(std::size_t conditions, std::size_t keys);
ApiError missed_key_element(std::string_view key);
ApiError key_condition_not_supported();
ApiError not_an_indexable_operation();
ApiError condition_type_mismatch();
ApiError hash_keys_need_equality(const std::vector<std::string>& keys);
ApiError range_keys_need_equality(std::string_view key, std::string_view later);
ApiError filter_on_key(std::string_view key, bool legacy);

// What is wrong with the value of an ExclusiveStartKey attribute.
ApiError bad_start_key_value(const ApiError& error);
ApiError start_key_invalid();
// Key attributes that are absent or of the wrong type.
ApiError start_key_values_invalid();
// AWS: a Scan has one text for every fault. [case Scan/start_key_structure]
ApiError scan_start_key_invalid(const Region& region);
ApiError start_key_item_part_invalid();
ApiError start_key_outside_query();
ApiError start_key_outside_range();
ApiError start_key_cannot_restart();
ApiError start_key_not_supported(std::string_view key, values::AttributeValueView value);
ApiError start_key_outside_segment(std::int64_t total_segments, std::int64_t segment);

}  // namespace stator::protocol::errors
