// The terms that describe vector indexes, and DynamoDB's spelling of them. Values.
#pragma once

#include <string>
#include <vector>

#include "protocol/values/terms.hpp"

namespace stator::protocol::values {

enum class DistanceFunction : unsigned char { Cosine, DotProduct, Euclidean };

constexpr TextsTo<DistanceFunction::Euclidean> texts_of(DistanceFunction) {
    return {"COSINE", "DOT_PRODUCT", "EUCLIDEAN"};
}

// HASH: every search must give a value for the attribute. INLINE_FILTER: a search may give one.
enum class SearchSchemaElementType : unsigned char { Hash, InlineFilter };

constexpr TextsTo<SearchSchemaElementType::InlineFilter> texts_of(SearchSchemaElementType) {
    return {"HASH", "INLINE_FILTER"};
}

struct SearchSchemaElement {
    std::string name;
    SearchSchemaElementType type = SearchSchemaElementType::InlineFilter;

    friend bool operator==(const SearchSchemaElement&, const SearchSchemaElement&) = default;
};

using SearchSchema = std::vector<SearchSchemaElement>;

}  // namespace stator::protocol::values
