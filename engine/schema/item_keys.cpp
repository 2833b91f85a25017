#include "engine/schema/item_keys.hpp"

#include <cassert>
#include <string_view>

#include "engine/schema/partition_hash.hpp"

namespace stator::engine::schema {

using values::Entry;
using values::ItemImage;
using values::ItemImagePtr;

namespace {

bool bind_keys(const TableSchema& schema, ItemImage& image) {
    const std::string_view range = schema.range ? std::string_view(schema.range->name) : "";
    return image.bind_keys(schema.hash.name, range);
}

}  // namespace

void bind_item_keys(const TableSchema& schema, ItemImage& image) {
    [[maybe_unused]] const bool has_keys = bind_keys(schema, image);
    assert(has_keys);
}

bool bind_stored_keys(const TableSchema& schema, ItemImage& image) {
    if (!bind_keys(schema, image)) return false;
    const auto sort_key = image.sk_value();
    return image.pk_value().type() == schema.hash.type &&
           (!sort_key || sort_key->type() == schema.range->type);
}

std::uint64_t item_hash(const ItemImage& image) {
    return hash_partition_key(image.pk());
}

ItemImagePtr collection_key(const TableSchema& schema, const ItemImage& image) {
    values::ItemBuilder builder;
    builder.add(schema.hash.name, *image.find(schema.hash.name));
    return builder.build();
}

ItemImagePtr key_attributes(
    const TableSchema& schema, const IndexSchema* index, const ItemImage& image
) {
    values::ItemBuilder builder;
    for (const Entry attribute : image.attributes()) {
        const bool is_key =
            schema.is_key(attribute.name) || (index != nullptr && index->is_key(attribute.name));
        if (is_key) builder.add(attribute.name, attribute.value);
    }
    return builder.build();
}

}  // namespace stator::engine::schema
