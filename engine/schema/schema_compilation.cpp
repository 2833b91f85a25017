#include "engine/schema/schema_compilation.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace stator::engine::schema {
namespace {

using model::TableDescription;
using values::KeyType;

schema::KeyAttribute key_attribute(const TableDescription& description, const std::string& name) {
    const auto* definition = values::find_definition(description.attribute_definitions, name);
    return {name, definition == nullptr ? values::AttributeType::String : definition->type};
}

void compile_keys(
    const TableDescription& description, const values::KeySchema& keys, schema::IndexSchema& index
) {
    for (const values::KeySchemaElement& element : keys) {
        auto& target = element.type == KeyType::Hash ? index.hash : index.range;
        target.push_back(key_attribute(description, element.name));
    }
}

void compile_projection(
    const TableDescription& description,
    const values::KeySchema& keys,
    const model::Projection& projection,
    schema::IndexSchema& index
) {
    index.projection = projection.type;
    if (projection.type == values::ProjectionType::All) return;
    std::set<std::string> names;
    for (const auto& element : description.key_schema) names.insert(element.name);
    for (const auto& element : keys) names.insert(element.name);
    names.insert(projection.non_key_attributes.begin(), projection.non_key_attributes.end());
    index.projected.assign(names.begin(), names.end());
}

void compile_vector_index(
    const TableDescription& description,
    const model::VectorIndex& definition,
    schema::VectorIndexSchema& index
) {
    using values::SearchSchemaElementType;
    index.name = definition.name;
    index.vector_attribute = definition.vector_attribute;
    index.dimensions = static_cast<std::size_t>(definition.dimensions);
    index.distance = definition.distance;
    index.readable = definition.status != values::IndexStatus::Creating;
    index.projection = definition.projection.type;
    std::set<std::string> names;
    for (const auto& element : description.key_schema) names.insert(element.name);
    for (const auto& element : definition.search_schema) {
        names.insert(element.name);
        schema::KeyAttribute attribute = key_attribute(description, element.name);
        if (element.type == SearchSchemaElementType::Hash) {
            index.hash = std::move(attribute);
        } else {
            index.filters.push_back(std::move(attribute));
        }
    }
    const auto& listed = definition.projection.non_key_attributes;
    names.insert(listed.begin(), listed.end());
    index.projected.assign(names.begin(), names.end());
}

}  // namespace

schema::TableSchema compile_schema(const TableDescription& description) {
    schema::TableSchema schema;
    for (const auto& element : description.key_schema) {
        const schema::KeyAttribute key = key_attribute(description, element.name);
        if (element.type == KeyType::Hash) {
            schema.hash = key;
        } else {
            schema.range = key;
        }
    }
    schema.time_to_live_attribute = description.time_to_live_attribute;
    std::size_t slot = 0;
    for (const auto& local : description.local_indexes) {
        schema::IndexSchema index;
        index.name = local.name;
        index.local_slot = slot++;
        compile_keys(description, local.key_schema, index);
        compile_projection(description, local.key_schema, local.projection, index);
        schema.indexes.push_back(std::move(index));
    }
    for (const auto& global : description.global_indexes) {
        if (!global.is_maintained() && description.status != values::TableStatus::Creating) {
            continue;
        }
        schema::IndexSchema index;
        index.name = global.name;
        index.global = true;
        index.readable = global.status != values::IndexStatus::Creating;
        compile_keys(description, global.key_schema, index);
        compile_projection(description, global.key_schema, global.projection, index);
        schema.indexes.push_back(std::move(index));
    }
    for (const auto& definition : description.vector_indexes) {
        if (!definition.is_maintained() && description.status != values::TableStatus::Creating) {
            continue;
        }
        schema::VectorIndexSchema index;
        compile_vector_index(description, definition, index);
        index.position = schema.vector_indexes.size();
        schema.vector_indexes.push_back(std::move(index));
    }
    std::sort(schema.indexes.begin(), schema.indexes.end(), [](const auto& a, const auto& b) {
        return a.name < b.name;
    });
    for (std::size_t i = 0; i < schema.indexes.size(); ++i) schema.indexes[i].position = i;
    return schema;
}

}  // namespace stator::engine::schema
