#include "engine/table/effects.hpp"

#include <algorithm>
#include <optional>

#include "engine/capacity/capacity.hpp"
#include "engine/schema/key_encoding.hpp"
#include "engine/schema/partition_hash.hpp"
#include "protocol/base/limits.hpp"

namespace stator::engine::table {
namespace {

using values::AttributeValueView;
using values::ItemImage;
using values::ItemImagePtr;

// Returns the raw key bytes of an attribute, or nullopt if they cannot be an index key.
std::optional<std::string_view> key_bytes(
    const ItemImage& image, const schema::KeyAttribute& key, std::size_t max_bytes
) {
    const auto value = image.find(key.name);
    if (!value || value->type() != key.type) return std::nullopt;
    const std::string_view bytes = value->scalar();
    if (bytes.empty() || bytes.size() > max_bytes) return std::nullopt;
    return bytes;
}

std::optional<std::vector<std::string_view>> key_parts(
    const ItemImage& image, const std::vector<schema::KeyAttribute>& keys, std::size_t max_bytes
) {
    std::vector<std::string_view> parts;
    parts.reserve(keys.size());
    for (const schema::KeyAttribute& key : keys) {
        const auto bytes = key_bytes(image, key, max_bytes);
        if (!bytes) return std::nullopt;
        parts.push_back(*bytes);
    }
    return parts;
}

// Returns the part of the item that the index contains.
ItemImagePtr project(const schema::IndexSchema& index, const ItemImagePtr& image) {
    if (index.projection == values::ProjectionType::All) return image;
    values::ItemBuilder builder;
    for (const values::Entry attribute : image->attributes()) {
        if (index.projects(attribute.name)) builder.add(attribute.name, attribute.value);
    }
    return builder.build();
}

bool same_position(const DerivedEntry& left, const DerivedEntry& right) {
    return left.hash == right.hash && left.record.pk() == right.record.pk() &&
           left.record.sk() == right.record.sk();
}

bool same_entry(const DerivedEntry& left, const DerivedEntry& right) {
    if (!left.record || !right.record) return !left.record && !right.record;
    return same_position(left, right) &&
           left.record.image()->payload() == right.record.image()->payload();
}

double entry_units(const DerivedEntry& entry) {
    return entry.record ? capacity::write_units(entry.record.image()->item_size()) : 0;
}

}  // namespace

std::string index_partition_key(const std::vector<std::string_view>& parts) {
    std::string pk;
    for (const std::string_view part : parts) schema::append_key_part(pk, part);
    return pk;
}

std::uint64_t index_hash(const std::vector<std::string_view>& parts) {
    if (parts.size() == 1) return schema::hash_partition_key(parts.front());
    return schema::hash_partition_key(index_partition_key(parts));
}

void append_tie_breaker(std::string& sk, std::string_view table_pk, std::string_view table_sk) {
    const std::uint64_t hash = schema::hash_partition_key(table_pk, table_sk);
    for (int shift = 56; shift >= 0; shift -= 8) {
        sk.push_back(static_cast<char>(hash >> shift & 0xFF));
    }
    schema::append_key_part(sk, table_pk);
    schema::append_key_part(sk, table_sk);
}

DerivedEntry derive_entry(
    const schema::TableSchema& schema, const schema::IndexSchema& index, const ItemImagePtr& image
) {
    if (image == nullptr) return {};
    const auto hash = key_parts(*image, index.hash, protocol::kMaxHashKeyBytes);
    if (!hash) return {};
    const auto range = key_parts(*image, index.range, protocol::kMaxRangeKeyBytes);
    if (!range) return {};
    const std::string pk = index_partition_key(*hash);
    std::string sk;
    for (const std::string_view part : *range) schema::append_key_part(sk, part);
    append_tie_breaker(sk, image->pk(), schema.range ? image->sk() : std::string_view());
    return {
        index_hash(*hash),
        storage::Record(storage::IndexEntry::create(pk, sk, project(index, image)))};
}

bool IndexEffect::leaves_position() const {
    return before.record && !(after.record && same_position(before, after));
}

double IndexEffect::write_units() const {
    if (before.record && !leaves_position()) {
        return std::max(entry_units(before), entry_units(after));
    }
    return entry_units(before) + entry_units(after);
}

IndexEffects derive_effects(
    const schema::TableSchema& schema, const ItemImagePtr& old_image, const ItemImagePtr& new_image
) {
    IndexEffects effects;
    for (const schema::IndexSchema& index : schema.indexes) {
        IndexEffect effect{
            &index,
            derive_entry(schema, index, old_image),
            derive_entry(schema, index, new_image),
        };
        if (!same_entry(effect.before, effect.after)) effects.push_back(std::move(effect));
    }
    return effects;
}

}  // namespace stator::engine::table
