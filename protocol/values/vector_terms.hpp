// The terms that describe vector indexes, and how DynamoDB spells them. Values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stator::protocol::values {

enum class DistanceFunction : unsigned char { Cosine, DotProduct, Euclidean };

// HASH: every search says which value it is about. INLINE_FILTER: a search may.
enum class SearchSchemaElementType : unsigned char { Hash, InlineFilter };

struct SearchSchemaElement {
    std::string name;
    SearchSchemaElementType type = SearchSchemaElementType::InlineFilter;

    friend bool operator==(const SearchSchemaElement&, const SearchSchemaElement&) = default;
};

using SearchSchema = std::vector<SearchSchemaElement>;

std::string_view distance_text(DistanceFunction function);          // "COSINE" …
std::string_view search_schema_text(SearchSchemaElementType type);  // "HASH", "INLINE_FILTER"

// The reverse of the above; nothing for a text that DynamoDB does not know.
std::optional<DistanceFunction> distance_from(std::string_view text);
std::optional<SearchSchemaElementType> search_schema_from(std::string_view text);

}  // namespace stator::protocol::values
