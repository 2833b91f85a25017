// Messages about secondary indexes: key schemas, projections, counts, and changes of them.
// ValidationException unless a line says otherwise.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// Key schemas.
ApiError table_has_no_range_key();
ApiError local_index_without_range_key(std::string_view index);
ApiError local_index_with_other_hash_key(
    std::string_view index, std::string_view index_key, std::string_view table_key
);
ApiError too_many_hash_attributes();
ApiError too_many_range_attributes();
ApiError hash_after_range();
ApiError repeated_key_attribute();

// Projections.
ApiError projection_type_missing();
ApiError projected_attributes_missing();
ApiError projected_attributes_forbidden(std::string_view projection_type);
ApiError projected_attribute_duplicated(std::string_view attribute);
ApiError too_many_projected_attributes();

// The set of indexes.
ApiError index_name_duplicated(std::string_view index);
ApiError too_many_local_indexes();
ApiError too_many_global_indexes();
// LimitExceededException: UpdateTable runs into the same limit.
ApiError global_index_limit_reached();

// GlobalSecondaryIndexUpdates.
ApiError index_action_missing();
ApiError index_action_not_single();
ApiError index_updated_twice(std::string_view index);
ApiError index_already_exists();
// ResourceNotFoundException.
ApiError index_not_found(std::string_view index, std::string_view table);
ApiError cannot_delete_local_index(std::string_view index);
ApiError cannot_update_local_index(std::string_view index);
ApiError index_definitions_missing(std::string_view index);
// LimitExceededException.
ApiError one_online_index_at_a_time();

}  // namespace stator::protocol::errors
