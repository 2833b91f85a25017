#include "engine/schema/schema.hpp"

#include <algorithm>

namespace stator::engine::schema {
namespace {

bool names(const std::vector<KeyAttribute>& keys, std::string_view attribute) {
    return std::any_of(keys.begin(), keys.end(), [&](const KeyAttribute& key) {
        return key.name == attribute;
    });
}

}  // namespace

bool IndexSchema::is_key(std::string_view attribute) const {
    return names(hash, attribute) || names(range, attribute);
}

bool IndexSchema::projects(std::string_view attribute) const {
    if (projection == values::ProjectionType::All) return true;
    return std::binary_search(projected.begin(), projected.end(), attribute);
}

const KeyAttribute* VectorIndexSchema::find_search_attribute(std::string_view attribute) const {
    if (hash && hash->name == attribute) return &*hash;
    const auto found = std::find_if(filters.begin(), filters.end(), [&](const KeyAttribute& key) {
        return key.name == attribute;
    });
    return found == filters.end() ? nullptr : &*found;
}

bool VectorIndexSchema::projects(std::string_view attribute) const {
    if (projection == values::ProjectionType::All) return true;
    return std::binary_search(projected.begin(), projected.end(), attribute);
}

bool TableSchema::is_key(std::string_view attribute) const {
    return hash.name == attribute || (range && range->name == attribute);
}

const IndexSchema* TableSchema::find_index(std::string_view name) const {
    for (const IndexSchema& index : indexes) {
        if (index.name == name) return &index;
    }
    return nullptr;
}

const VectorIndexSchema* TableSchema::find_vector_index(std::string_view name) const {
    for (const VectorIndexSchema& index : vector_indexes) {
        if (index.name == name) return &index;
    }
    return nullptr;
}

bool TableSchema::has_local_index() const {
    return std::any_of(indexes.begin(), indexes.end(), [](const IndexSchema& index) {
        return !index.global;
    });
}

}  // namespace stator::engine::schema
