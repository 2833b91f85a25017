#include "protocol/errors/query.hpp"

#include "protocol/errors/general.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/errors/wordings.hpp"
#include "protocol/values/number.hpp"

namespace stator::protocol::errors {
namespace {

constexpr std::string_view kStartKey = "The provided starting key is invalid";

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        if (!text.empty()) text.append(", ");
        text.append(name);
    }
    return text;
}

}  // namespace

ApiError bad_filter_operator() {
    return validation(
        std::string("Failed to satisfy constraint: Member must satisfy enum value set: ")
            .append(worded<Message::ConditionalOperatorChoices>(values::Dialect::Current))
    );
}

ApiError projection_with_select(
    std::string_view parameter,
    std::string_view choice,
    values::Dialect dialect,
    const Region& region
) {
    return validation(worded<Message::SelectWithProjection>(region, dialect, parameter, choice));
}

ApiError specific_attributes_needed(values::Dialect dialect, const Region& region) {
    return validation(worded<Message::SpecificAttributesNeeded>(region, dialect));
}

ApiError projected_attributes_need_index(values::Dialect dialect) {
    return validation(worded<Message::ProjectedAttributesNeedIndex>(dialect));
}

ApiError key_condition_needed() {
    return validation(
        "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
        "request."
    );
}

ApiError segment_without_total() {
    return validation(
        "The TotalSegments parameter is required but was not present in the request when Segment "
        "parameter is present"
    );
}

ApiError total_without_segment() {
    return validation(
        "The Segment parameter is required but was not present in the request when parameter "
        "TotalSegments is present"
    );
}

ApiError segment_out_of_range(
    std::int64_t segment, std::int64_t total_segments, const Region& region
) {
    return validation(worded<Message::SegmentOutOfRange>(
        region, std::to_string(segment), std::to_string(total_segments)
    ));
}

ApiError no_such_index(std::string_view index) {
    return validation(std::string("The table does not have the specified index: ").append(index));
}

ApiError index_is_backfilling(std::string_view index) {
    return validation(
        std::string("Cannot read from backfilling global secondary index: ").append(index)
    );
}

ApiError consistent_read_on_global_index() {
    return validation("Consistent reads are not supported on global secondary indexes");
}

ApiError all_attributes_not_projected(std::string_view index) {
    return validation(
        std::string(kInvalidParameter)
            .append("Select type ALL_ATTRIBUTES is not supported for global secondary index ")
            .append(index)
            .append(" because its projection type is not ALL")
    );
}

ApiError attributes_not_projected(
    std::string_view index, const std::vector<std::string>& attributes
) {
    return validation(std::string(kInvalidParameter)
                          .append("Global secondary index ")
                          .append(index)
                          .append(" does not project [")
                          .append(listed(attributes))
                          .append("]"));
}

ApiError no_key_conditions() {
    return validation("Conditions can be of length 1 or 2 only");
}

ApiError too_many_key_conditions(std::size_t conditions, std::size_t keys) {
    return validation(
        worded<Message::TooManyKeyConditions>(std::to_string(conditions), std::to_string(keys))
    );
}

ApiError missed_key_element(std::string_view key) {
    return validation(std::string("Query condition missed key schema element: ").append(key));
}

ApiError key_condition_not_supported() {
    return validation("Query key condition not supported");
}

ApiError not_an_indexable_operation() {
    return validation("Attempted conditional constraint is not an indexable operation");
}

ApiError condition_type_mismatch() {
    return validation(
        std::string(kInvalidParameter).append("Condition parameter type does not match schema type")
    );
}

ApiError hash_keys_need_equality(const std::vector<std::string>& keys) {
    return validation(
        "HASH key attributes " + listed(keys) +
        " must have equality conditions specified in the query"
    );
}

ApiError range_keys_need_equality(std::string_view key, std::string_view later) {
    return validation(
        std::string("RANGE key attributes ")
            .append(key)
            .append(" must have equality conditions specified in the query because a condition is "
                    "present on key attribute ")
            .append(later)
    );
}

ApiError filter_on_key(std::string_view key, bool legacy) {
    return validation(std::string(legacy ? "QueryFilter" : "Filter Expression")
                          .append(" can only contain non-primary key attributes: Primary key "
                                  "attribute: ")
                          .append(key));
}

ApiError bad_start_key_value(const ApiError& error) {
    const bool is_wrapped =
        error.cause == ErrorCause::ValueForm || error.cause == ErrorCause::ValueContent;
    if (!is_wrapped) return validation(error.message);
    return validation(std::string(kStartKey).append(": ").append(error.message));
}

ApiError start_key_invalid() {
    return validation(std::string(kStartKey));
}

ApiError start_key_values_invalid() {
    return validation(worded<Message::QueryStartKeyValues>());
}

ApiError scan_start_key_invalid(const Region& region) {
    return validation(worded<Message::ScanStartKey>(region));
}

ApiError start_key_item_part_invalid() {
    return validation(
        std::string(kStartKey).append(": The provided key element does not match the schema")
    );
}

ApiError start_key_outside_query() {
    return validation(
        "The provided starting key is outside query boundaries based on provided conditions"
    );
}

ApiError start_key_outside_range() {
    return validation("The provided starting key does not match the range key predicate");
}

ApiError start_key_cannot_restart() {
    return validation("The query can return at most one row and cannot be restarted");
}

ApiError start_key_not_supported(std::string_view key, values::AttributeValueView value) {
    return validation(
        std::string("The provided exclusive start key is invalid: ExclusiveStartKey: {")
            .append(key)
            .append("=")
            .append(value_text(value))
            .append("}")
    );
}

ApiError start_key_outside_segment(std::int64_t total_segments, std::int64_t segment) {
    return validation(
        std::string(kStartKey)
            .append(
                ": Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
                "TotalSegments: "
            )
            .append(std::to_string(total_segments))
            .append(" Segment: ")
            .append(std::to_string(segment))
    );
}

}  // namespace stator::protocol::errors
