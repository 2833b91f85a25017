#include "engine/read/page_size.hpp"

#include "protocol/values/number.hpp"

namespace stator::engine::read {
namespace {

using values::AttributeType;
using values::AttributeValueView;
using values::Entry;

std::size_t number_bytes(std::string_view encoded) {
    const values::NumberShape shape = values::number_shape(encoded);
    if (shape.digits == 0) return 1;
    const auto digits = static_cast<std::size_t>(shape.digits);
    const int exponent = shape.lowest_exponent + shape.digits - 1;
    const bool both_even = shape.digits % 2 == 0 && exponent % 2 == 0;
    return 1 + (digits + 1) / 2 + (both_even ? 1 : 0) + (shape.negative ? 1 : 0);
}

std::size_t string_bytes(std::size_t length) {
    const std::size_t header = length < 128 ? 1 : length < 16'384 ? 2 : 3;
    return length + header;
}

std::size_t set_bytes(AttributeValueView value) {
    std::size_t total = 1;
    for (const std::string_view member : value.members()) {
        const bool number = value.type() == AttributeType::NumberSet;
        total += 1 + (number ? number_bytes(member) : member.size());
    }
    return total;
}

std::size_t value_bytes(AttributeValueView value) {
    switch (value.type()) {
        case AttributeType::String: return string_bytes(value.scalar().size());
        case AttributeType::Binary: return value.scalar().size() + 1;
        case AttributeType::Number: return number_bytes(value.scalar()) + 1;
        case AttributeType::Boolean: return 1;
        case AttributeType::Null: return 0;
        case AttributeType::StringSet:
        case AttributeType::NumberSet:
        case AttributeType::BinarySet: return set_bytes(value);
        case AttributeType::List: {
            std::size_t total = 3;
            for (const AttributeValueView element : value.elements()) {
                total += 1 + value_bytes(element);
            }
            return total;
        }
        case AttributeType::Map: {
            std::size_t total = 3;
            for (const Entry entry : value.entries()) total += 2 + value_bytes(entry.value);
            return total;
        }
    }
    return 0;
}

std::size_t compute_page_bytes(const values::ItemImage& item, std::string_view range_key) {
    std::size_t total = 0;
    std::size_t range_bytes = 0;
    for (const Entry attribute : item.attributes()) {
        if (!range_key.empty() && attribute.name == range_key) {
            range_bytes = attribute.value.scalar().size();
        } else {
            total += 1 + value_bytes(attribute.value);
        }
    }
    constexpr std::size_t kChunk = 3'072;
    constexpr std::size_t kChunkOverhead = 18;
    return 2 + total + (1 + (1 + total) / kChunk) * (kChunkOverhead + range_bytes);
}

}  // namespace

// An image belongs to one table, whose range key never changes.
std::size_t page_bytes(const values::ItemImage& item, std::string_view range_key) {
    if (const std::uint32_t known = item.known_page_bytes()) return known;
    const std::size_t bytes = compute_page_bytes(item, range_key);
    item.note_page_bytes(static_cast<std::uint32_t>(bytes));
    return bytes;
}

}  // namespace stator::engine::read
