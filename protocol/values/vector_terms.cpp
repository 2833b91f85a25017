#include "protocol/values/vector_terms.hpp"

namespace stator::protocol::values {

std::string_view distance_text(DistanceFunction function) {
    switch (function) {
        case DistanceFunction::Cosine: return "COSINE";
        case DistanceFunction::DotProduct: return "DOT_PRODUCT";
        case DistanceFunction::Euclidean: return "EUCLIDEAN";
    }
    return "";
}

std::string_view search_schema_text(SearchSchemaElementType type) {
    return type == SearchSchemaElementType::Hash ? "HASH" : "INLINE_FILTER";
}

std::optional<DistanceFunction> distance_from(std::string_view text) {
    using enum DistanceFunction;
    for (const DistanceFunction function : {Cosine, DotProduct, Euclidean}) {
        if (distance_text(function) == text) return function;
    }
    return std::nullopt;
}

std::optional<SearchSchemaElementType> search_schema_from(std::string_view text) {
    using enum SearchSchemaElementType;
    for (const SearchSchemaElementType type : {Hash, InlineFilter}) {
        if (search_schema_text(type) == text) return type;
    }
    return std::nullopt;
}

}  // namespace stator::protocol::values
