// Messages about vector indexes: their definition, the vectors in items, and searches.
// ValidationException unless a line says otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/values/attribute_value.hpp"

namespace stator::protocol::errors {

// Definitions.
ApiError vectors_need_on_demand();
ApiError on_demand_needed_by_vectors();
ApiError dimensions_out_of_range();
ApiError search_schema_not_defined();
ApiError too_many_search_hashes(std::size_t count);
ApiError search_schema_repeats();
ApiError too_many_vector_indexes();
ApiError conflicting_dimensions(std::string_view attribute);
ApiError vector_attribute_defined(std::string_view attribute);

// VectorIndexUpdates.
ApiError vector_action_not_single();
ApiError vector_action_missing();
// The definition of an attribute that is a vector of `dimensions` already.
ApiError vector_redefined(
    std::string_view attribute, std::int64_t dimensions, std::string_view wanted_schema
);

// Items. `index`: the vector index that cannot hold one.
ApiError vector_not_list(std::string_view attribute, std::string_view index);
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
// ResourceNotFoundException.
ApiError searched_table_not_found();
ApiError index_is_backfilling_vectors(std::string_view index);
ApiError search_vector_invalid();
ApiError search_vector_of_other_size(std::size_t actual, std::int64_t expected);
ApiError search_comparator_invalid();
ApiError search_attribute_nested();
ApiError search_attribute_repeated();
ApiError search_attribute_unknown(std::string_view attribute);
ApiError search_condition_needed();
ApiError search_value_type_mismatch(
    std::string_view attribute, values::AttributeType given, values::AttributeType declared
);
// SerializationException: a member of another type. `found` and `expected` as its reader says them.
ApiError search_member_type(std::string_view found, std::string_view expected, std::size_t column);
ApiError search_member_missing(std::string_view member, std::size_t column);

// Other operations on a vector index.
ApiError query_of_vector_index();
ApiError scan_of_vector_index();

}  // namespace stator::protocol::errors
