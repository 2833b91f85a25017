// SearchVectors: its request, what can be checked of it without a table, and its reply.
//
// AWS reads this request with a reader of its own, which says where in the body a fault is, so that
// decoding needs to know where the body lies.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/operations/consumed_capacity.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/operations/reading.hpp"
#include "protocol/values/item_image.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::query {

// `SearchConditionExpression`: an attribute that must equal a value.
struct SearchCondition {
    std::string attribute;
    values::AttributeValue value;
};

struct SearchVectorsRequest {
    std::string table_name;
    std::string index_name;
    // Nothing when an element is no 32-bit float.
    std::optional<std::vector<float>> vector = {};
    std::size_t vector_size = 0;
    std::size_t top_k = 0;
    std::vector<SearchCondition> conditions = {};
    bool has_condition = false;
    std::optional<std::vector<values::DocumentPath>> projection = {};
    bool returns_capacity = false;
    // AWS: faults of expressions are told behind those of the table, the index and the vector.
    // [case SearchVectors/order]
    std::optional<ApiError> condition_fault = {};
    std::optional<ApiError> projection_fault = {};
};

// `body`: the text that `json` was parsed in.
Result<SearchVectorsRequest> decode_search_vectors(
    wire::JsonView json, std::string_view body, const Reading& reading = {}
);

struct SearchResult {
    values::ItemImagePtr item;  // without its vector
    double score = 0;
    // The elements of its vector that are shown; absent when the vector is not.
    std::optional<std::vector<float>> vector = {};
};

struct SearchVectorsReply {
    std::string vector_attribute;
    std::vector<SearchResult> results;
    std::int64_t request_bytes = 0;
};

std::string encode_search_vectors(
    const SearchVectorsRequest& request, const SearchVectorsReply& reply
);

// What a request is checked against.
extern const wire::Shape kSearchVectorsShape;

// The operations of this file, for the lists of all.
inline constexpr OperationSpec<decode_search_vectors, encode_search_vectors> kSearchVectors{
    {.name = "SearchVectors", .plane = Plane::Data, .access = Access::Reads}, &kSearchVectorsShape};

}  // namespace stator::protocol::operations::query
