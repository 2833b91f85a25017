#include "engine/table/vector_effects.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/schema/item_keys.hpp"
#include "engine/schema/vector_checks.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/values/float32.hpp"

namespace stator::engine::table {
namespace {

using values::AttributeValueView;
using values::ItemImage;
using values::ItemImagePtr;

// Returns the image that the index contains: the item itself, or the projected attributes without
// the vector, whose floats are in the column.
ItemImagePtr project(
    const schema::TableSchema& schema,
    const schema::VectorIndexSchema& index,
    const ItemImagePtr& image
) {
    if (index.projection == values::ProjectionType::All) return image;
    values::ItemBuilder builder;
    for (const values::Entry attribute : image->attributes()) {
        if (attribute.name == index.vector_attribute || !index.projects(attribute.name)) continue;
        builder.add(attribute.name, attribute.value);
    }
    const values::MutableItemImagePtr projected = builder.build();
    schema::bind_item_keys(schema, *projected);
    return projected;
}

std::int64_t float_bytes(const schema::VectorIndexSchema& index) {
    return static_cast<std::int64_t>(index.dimensions * sizeof(float));
}

std::int64_t list_bytes(const ItemImage& image, const schema::VectorIndexSchema& index) {
    return static_cast<std::int64_t>(image.find(index.vector_attribute)->size_bytes());
}

// Four bytes per element, the attribute's name, and the rest of the entry.
std::int64_t billed_bytes(
    const schema::VectorIndexSchema& index, const ItemImage& shown, std::int64_t list_bytes
) {
    const auto name_bytes = static_cast<std::int64_t>(index.vector_attribute.size());
    const auto shown_bytes = static_cast<std::int64_t>(shown.item_size());
    const bool shows_list = index.projection == values::ProjectionType::All;
    const std::int64_t rest = shows_list ? shown_bytes - list_bytes - name_bytes : shown_bytes;
    return float_bytes(index) + name_bytes + rest;
}

std::string hash_of(const schema::VectorIndexSchema& index, const ItemImage& image) {
    if (!index.hash) return "";
    return std::string(image.find(index.hash->name)->encoded());
}

// True if both items have the same entry. Precondition: both have one.
bool is_same_entry(
    const schema::TableSchema& schema,
    const schema::VectorIndexSchema& index,
    const ItemImagePtr& before,
    const ItemImagePtr& after
) {
    if (index.projection == values::ProjectionType::All) return false;
    const std::string& name = index.vector_attribute;
    if (!(*before->find(name) == *after->find(name))) return false;
    return project(schema, index, before)->payload() == project(schema, index, after)->payload();
}

}  // namespace

std::optional<VectorEntry> derive_vector(
    const schema::TableSchema& schema,
    const schema::VectorIndexSchema& index,
    const ItemImagePtr& image
) {
    if (image == nullptr || !schema::can_hold(index, *image)) return std::nullopt;
    VectorEntry entry;
    entry.hash = hash_of(index, *image);
    entry.row.values.reserve(index.dimensions);
    for (const AttributeValueView element : image->find(index.vector_attribute)->elements()) {
        entry.row.values.push_back(values::to_float32(element.scalar()));
    }
    entry.row.image = project(schema, index, image);
    const std::int64_t list = list_bytes(*image, index);
    entry.row.billed_bytes =
        static_cast<std::uint32_t>(billed_bytes(index, *entry.row.image, list));
    entry.row.list_excess = static_cast<std::int32_t>(list - float_bytes(index));
    return entry;
}

std::int64_t VectorEffect::write_bytes() const {
    const std::int64_t bytes_after = after ? after->row.billed_bytes : 0;
    return std::max({protocol::kMinVectorBytes, bytes_before, bytes_after});
}

VectorEffects derive_vector_effects(
    const schema::TableSchema& schema, const ItemImagePtr& old_image, const ItemImagePtr& new_image
) {
    VectorEffects effects;
    for (const schema::VectorIndexSchema& index : schema.vector_indexes) {
        VectorEffect effect{&index, nullptr};
        if (old_image != nullptr && schema::can_hold(index, *old_image)) {
            effect.before = old_image;
            effect.hash_before = hash_of(index, *old_image);
            effect.bytes_before = billed_bytes(
                index, *project(schema, index, old_image), list_bytes(*old_image, index)
            );
        }
        effect.after = derive_vector(schema, index, new_image);
        if (effect.before == nullptr && !effect.after) continue;
        const bool stays = effect.before != nullptr && effect.after &&
                           is_same_entry(schema, index, old_image, new_image);
        if (!stays) effects.push_back(std::move(effect));
    }
    return effects;
}

std::int64_t list_excess(const schema::TableSchema& schema, const ItemImage& image) {
    std::int64_t excess = 0;
    std::set<std::string_view> counted;
    for (const schema::VectorIndexSchema& index : schema.vector_indexes) {
        const auto value = image.find(index.vector_attribute);
        if (!value || value->type() != values::AttributeType::List) continue;
        if (value->count() != index.dimensions) continue;
        if (!counted.insert(index.vector_attribute).second) continue;
        excess += static_cast<std::int64_t>(value->size_bytes()) - float_bytes(index);
    }
    return excess;
}

void install_vector_effects(
    const VectorEffects& effects,
    const IndexContents& contents,
    const storage::CommitStamp& stamp,
    bool keeps_history
) {
    for (const VectorEffect& effect : effects) {
        vectors::VectorIndex& vectors = contents.of(*effect.index);
        if (effect.before != nullptr) {
            vectors.remove(
                effect.hash_before, effect.before->pk(), effect.before->sk(), stamp, keeps_history
            );
        }
        if (effect.after) {
            vectors.add(effect.after->hash, effect.after->row, stamp, keeps_history);
        }
    }
}

}  // namespace stator::engine::table
