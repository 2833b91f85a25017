// TableSchema: a TableDescription compiled for reading and writing items. A value.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/vocabulary.hpp"
#include "protocol/model/table.hpp"

namespace stator::engine::schema {

struct KeyAttribute {
    std::string name;
    values::AttributeType type = values::AttributeType::String;
};

struct IndexSchema {
    std::string name;
    bool global = false;
    std::vector<KeyAttribute> hash;   // 1..4
    std::vector<KeyAttribute> range;  // 0..4
    values::ProjectionType projection = values::ProjectionType::All;
    // All attributes of an entry, sorted: index keys, table keys, NonKeyAttributes. Unused if the
    // projection is ALL.
    std::vector<std::string> projected;
    // False while a new index is being filled: writers maintain it, readers are refused.
    bool readable = true;
    // For a local index: its position among the partition's index trees.
    std::size_t local_slot = 0;
    // Its position among the schema's indexes.
    std::size_t position = 0;

    bool is_key(std::string_view attribute) const;
    // True if entries contain the attribute.
    bool projects(std::string_view attribute) const;
};

struct VectorIndexSchema {
    std::string name;
    std::string vector_attribute;
    std::size_t dimensions = 0;
    values::DistanceFunction distance = values::DistanceFunction::Cosine;
    std::optional<KeyAttribute> hash;   // the HASH of its search schema
    std::vector<KeyAttribute> filters;  // the other attributes
    values::ProjectionType projection = values::ProjectionType::All;
    // As in IndexSchema; includes the vector if the projection names it.
    std::vector<std::string> projected;
    // As in IndexSchema.
    bool readable = true;
    // Its position among the schema's vector indexes.
    std::size_t position = 0;

    // The attribute of its search schema with that name, or null.
    const KeyAttribute* find_search_attribute(std::string_view attribute) const;
    // True if the index contains the attribute.
    bool projects(std::string_view attribute) const;
};

struct TableSchema {
    KeyAttribute hash;
    std::optional<KeyAttribute> range;
    // The time-to-live attribute; "" while time to live is off.
    std::string time_to_live_attribute;
    // Local and global indexes that writers maintain, sorted by name.
    std::vector<IndexSchema> indexes;
    // Vector indexes that writers maintain, in the order of their creation.
    std::vector<VectorIndexSchema> vector_indexes;

    bool is_key(std::string_view attribute) const;

    std::size_t key_count() const { return range ? 2 : 1; }

    const IndexSchema* find_index(std::string_view name) const;
    const VectorIndexSchema* find_vector_index(std::string_view name) const;
    bool has_local_index() const;
};

}  // namespace stator::engine::schema
