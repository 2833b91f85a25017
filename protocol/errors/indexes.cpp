#include "protocol/errors/indexes.hpp"

#include <string>

#include "protocol/base/limits.hpp"
#include "protocol/errors/general.hpp"
#include "protocol/errors/tables.hpp"

namespace stator::protocol::errors {
namespace {

ApiError subscriber_limit(std::string_view text) {
    return {
        ErrorType::LimitExceededException, std::string("Subscriber limit exceeded: ").append(text)};
}

std::string text_with(std::string_view text, std::string_view end) {
    return std::string(text).append(end);
}

}  // namespace

ApiError table_has_no_range_key() {
    return invalid_parameter(
        "Table KeySchema does not have a range key, which is required when specifying a "
        "LocalSecondaryIndex"
    );
}

ApiError local_index_without_range_key(std::string_view index) {
    return invalid_parameter(
        text_with("Index KeySchema does not have a range key for index: ", index)
    );
}

ApiError local_index_with_other_hash_key(
    std::string_view index, std::string_view index_key, std::string_view table_key
) {
    std::string text =
        "Index KeySchema does not have the same leading hash key as table KeySchema for index: ";
    text.append(index).append(". index hash key: ").append(index_key);
    return invalid_parameter(text.append(", table hash key: ").append(table_key));
}

ApiError too_many_hash_attributes() {
    return invalid_parameter(
        "The KeySchema exceeds the maximum allowed number of HASH key attributes"
    );
}

ApiError too_many_range_attributes() {
    return invalid_parameter(
        "The KeySchema exceeds the maximum allowed number of RANGE key attributes"
    );
}

ApiError hash_after_range() {
    return invalid_parameter(
        "All HASH key attributes must precede RANGE key attributes in the KeySchema"
    );
}

ApiError repeated_key_attribute() {
    return validation("The KeySchema contains multiple key attributes with the same name");
}

ApiError projection_type_missing() {
    return invalid_parameter("Unknown ProjectionType: null");
}

ApiError projected_attributes_missing() {
    return invalid_parameter("ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
}

ApiError projected_attributes_forbidden(std::string_view projection_type) {
    std::string text = "ProjectionType is ";
    return invalid_parameter(
        text.append(projection_type).append(", but NonKeyAttributes is specified")
    );
}

ApiError projected_attribute_duplicated(std::string_view attribute) {
    return invalid_parameter(text_with("Duplicate element in NonKeyAttributes: ", attribute));
}

// AWS: the limit is documented, its wording was never captured. [doc Constraints.html]
ApiError too_many_projected_attributes() {
    return invalid_parameter(
        "Number of NonKeyAttributes over all indexes exceeds the per-table limit of " +
        std::to_string(kMaxProjectedNonKeyAttributes)
    );
}

ApiError index_name_duplicated(std::string_view index) {
    return invalid_parameter(text_with("Duplicate index name: ", index));
}

ApiError too_many_local_indexes() {
    return invalid_parameter(
        "Number of LocalSecondaryIndexes exceeds per-table limit of " +
        std::to_string(kMaxLocalIndexes)
    );
}

ApiError too_many_global_indexes() {
    return invalid_parameter(
        "GlobalSecondaryIndex count exceeds the per-table limit of " +
        std::to_string(kMaxGlobalIndexes)
    );
}

ApiError global_index_limit_reached() {
    return subscriber_limit(
        "Number of global secondary indexes exceeds per-table limit of " +
        std::to_string(kMaxGlobalIndexes)
    );
}

ApiError index_action_missing() {
    return invalid_parameter(
        "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
        "GlobalSecondaryIndexUpdate.Delete must not be null"
    );
}

ApiError index_action_not_single() {
    return invalid_parameter(
        "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object"
    );
}

ApiError index_updated_twice(std::string_view index) {
    return invalid_parameter(text_with(
        "Only one global secondary index update per index is allowed simultaneously. Index: ", index
    ));
}

ApiError index_already_exists() {
    return validation("Attempting to create an index which already exists");
}

ApiError index_not_found(std::string_view index, std::string_view table) {
    std::string message = "Requested resource not found: Index ";
    message.append(index).append(" for table ").append(table);
    return {ErrorType::ResourceNotFoundException, std::move(message)};
}

ApiError cannot_delete_local_index(std::string_view index) {
    return validation(
        text_with("Cannot delete an index that is not a GlobalSecondaryIndex: ", index)
    );
}

ApiError cannot_update_local_index(std::string_view index) {
    return validation(
        text_with("Cannot update an index that is not a GlobalSecondaryIndex: ", index)
    );
}

ApiError index_definitions_missing(std::string_view index) {
    return invalid_parameter(text_with("AttributeDefinitions is not specified for index: ", index));
}

ApiError one_online_index_at_a_time() {
    return subscriber_limit("Only 1 online index can be created or deleted simultaneously per table"
    );
}

}  // namespace stator::protocol::errors
