#include "engine/read/empty_page.hpp"

#include <string>

#include "engine/storage/partition_hash.hpp"
#include "protocol/limits.hpp"

namespace stator::engine {
namespace {

using protocol::AttributeType;
using protocol::ItemImage;
using protocol::ItemImagePtr;

// How often a partition key is tried whose hash may lie between two others.
constexpr int kTries = 256;

std::string_view scalar(const ItemImage& image, const std::string& name) {
    return image.find(name)->scalar();
}

// `key` with one of its attributes replaced by a string or by bytes.
ItemImagePtr replaced(const ItemImage& key, const KeyAttribute& attribute, std::string_view value) {
    std::string encoded;
    protocol::append_scalar(encoded, attribute.type, value);
    protocol::ItemBuilder builder;
    for (const auto& entry : key.attributes()) {
        const bool is_it = entry.name == attribute.name;
        builder.add(
            entry.name,
            is_it ? protocol::AttributeValueView(std::string_view(encoded)) : entry.value
        );
    }
    return builder.build();
}

// Between two items of one partition key, or behind the last one of its partition key.
ItemImagePtr sort_key_between(const ReadPlan& plan, const ItemImage& start, const ItemImage& next) {
    const TableSchema& schema = plan.snapshot->schema;
    const std::string& name = schema.range->name;
    const bool is_one_collection =
        scalar(start, schema.hash.name) == scalar(next, schema.hash.name);
    const ItemImage& lower = plan.forward ? start : next;
    const std::string_view upper = scalar(plan.forward ? next : start, name);
    std::string between(scalar(lower, name));
    between.push_back('\x01');
    if (between.size() > protocol::kMaxRangeKeyBytes) return nullptr;
    if (is_one_collection && between >= upper) return nullptr;
    return replaced(start, *schema.range, between);
}

// A partition key whose hash lies between those of two others, as a Scan goes.
ItemImagePtr partition_key_between(
    const ReadPlan& plan, const ItemImage& start, const ItemImage& next
) {
    const KeyAttribute& attribute = plan.snapshot->schema.hash;
    const std::string_view pk = scalar(start, attribute.name);
    const std::uint64_t first = hash_partition_key(pk);
    const std::uint64_t last = hash_partition_key(scalar(next, attribute.name));
    for (int i = 0; i < kTries; ++i) {
        std::string candidate(pk);
        candidate.append("~").append(std::to_string(i));
        if (candidate.size() > protocol::kMaxHashKeyBytes) return nullptr;
        const std::uint64_t hash = hash_partition_key(candidate);
        if (first < hash && hash < last) return replaced(start, attribute, candidate);
    }
    return nullptr;
}

}  // namespace

ItemImagePtr key_between(const ReadPlan& plan, const ItemImage& start, const ItemImage& next) {
    const TableSchema& schema = plan.snapshot->schema;
    if (plan.index != nullptr) return nullptr;
    const AttributeType type = schema.range ? schema.range->type : schema.hash.type;
    if (type == AttributeType::Number) return nullptr;
    if (schema.range) return sort_key_between(plan, start, next);
    return partition_key_between(plan, start, next);
}

}  // namespace stator::engine
