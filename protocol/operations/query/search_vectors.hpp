// SearchVectors: its request, the checks that need no table, and its reply.
//
// AWS parses this request with a separate reader, whose errors give positions in the body. Decoding
// therefore also needs the body.
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
    // nullopt if an element is not a 32-bit float.
    std::optional<std::vector<float>> vector = {};
    std::size_t vector_size = 0;
    std::size_t top_k = 0;
    std::vector<SearchCondition> conditions = {};
    bool has_condition = false;
    std::optional<std::vector<values::DocumentPath>> projection = {};
    bool returns_capacity = false;
    // AWS: errors of expressions are reported after those of the table, the index and the vector.
    // [case SearchVectors/order]
    std::optional<ApiError> condition_fault = {};
    std::optional<ApiError> projection_fault = {};
};

// `body`: the text that `json` was parsed from, in place.
Result<SearchVectorsRequest> decode_search_vectors(
    wire::JsonView json, std::string_view body, const Reading& reading = {}
);

struct SearchResult {
    values::ItemImagePtr item;  // without its vector
    double score = 0;
    // The elements of the vector that the reply shows. Absent if the vector is not shown.
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

// The shape of a request.
extern const wire::Shape kSearchVectorsShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_search_vectors, encode_search_vectors> kSearchVectors{
    {.name = "SearchVectors", .plane = Plane::Data, .access = Access::Reads}, &kSearchVectorsShape};

}  // namespace stator::protocol::operations::query
