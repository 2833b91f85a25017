#include "protocol/operations/tables/vector_rules.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "protocol/base/limits.hpp"
#include "protocol/errors/vectors.hpp"
#include "protocol/operations/tables/index_rules.hpp"

namespace stator::protocol::operations::tables {
namespace {

using Definitions = std::vector<values::AttributeDefinition>;

std::size_t hash_count(const values::SearchSchema& schema) {
    const auto count = std::ranges::count(
        schema, values::SearchSchemaElementType::Hash, &values::SearchSchemaElement::type
    );
    return static_cast<std::size_t>(count);
}

Result<void> check_search_schema(
    const values::SearchSchema& schema, const Definitions& definitions
) {
    std::set<std::string_view> names;
    for (const values::SearchSchemaElement& element : schema) {
        if (values::find_definition(definitions, element.name) == nullptr) {
            return errors::search_schema_not_defined();
        }
        names.insert(element.name);
    }
    const std::size_t hashes = hash_count(schema);
    if (hashes > 1) return errors::too_many_search_hashes(hashes);
    if (names.size() != schema.size()) return errors::search_schema_repeats();
    return {};
}

}  // namespace

Result<model::VectorIndex> check_vector_index(
    const VectorIndexRequest& sent, const Definitions& definitions
) {
    model::VectorIndex index = sent.index;
    if (index.dimensions > kMaxVectorDimensions)
        return errors::dimensions_out_of_range(kMaxVectorDimensions);
    STATOR_TRY(index.projection, check_projection(sent.projection));
    STATOR_CHECK(check_search_schema(index.search_schema, definitions));
    return index;
}

Result<void> check_vector_indexes(
    const std::vector<model::VectorIndex>& indexes, const Definitions& definitions
) {
    if (indexes.size() > kMaxVectorIndexes)
        return errors::too_many_vector_indexes(kMaxVectorIndexes);
    std::map<std::string_view, std::int64_t> dimensions;
    for (const model::VectorIndex& index : indexes) {
        const auto known = dimensions.emplace(index.vector_attribute, index.dimensions).first;
        if (known->second != index.dimensions) {
            return errors::conflicting_dimensions(index.vector_attribute);
        }
    }
    for (const model::VectorIndex& index : indexes) {
        if (values::find_definition(definitions, index.vector_attribute) != nullptr) {
            return errors::vector_attribute_defined(index.vector_attribute);
        }
    }
    return {};
}

std::size_t projected_attributes(const std::vector<model::VectorIndex>& indexes) {
    std::size_t count = 0;
    for (const model::VectorIndex& index : indexes) {
        const std::size_t filters = index.search_schema.size() - hash_count(index.search_schema);
        count += index.projection.non_key_attributes.size() + 1 + filters;
    }
    return count;
}

}  // namespace stator::protocol::operations::tables
