#include "protocol/values/attribute_value.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "protocol/values/number.hpp"

namespace stator::protocol::values {
namespace {

constexpr std::size_t kContainerHeaderBytes = 1 + 4;

std::uint32_t read_u32(const char* position) {
    std::uint32_t value = 0;
    std::memcpy(&value, position, sizeof value);
    return value;
}

[[maybe_unused]] bool is_container(AttributeType type) {
    return is_set(type) || type == AttributeType::List || type == AttributeType::Map;
}

std::size_t set_size_bytes(AttributeValueView value) {
    const bool numbers = value.type() == AttributeType::NumberSet;
    std::size_t total = 0;
    for (const std::string_view member : value.members()) {
        total += numbers ? number_size_bytes(member) : member.size();
    }
    return total;
}

}  // namespace

std::string_view type_name(AttributeType type) {
    switch (type) {
        case AttributeType::String: return "S";
        case AttributeType::Number: return "N";
        case AttributeType::Binary: return "B";
        case AttributeType::StringSet: return "SS";
        case AttributeType::NumberSet: return "NS";
        case AttributeType::BinarySet: return "BS";
        case AttributeType::List: return "L";
        case AttributeType::Map: return "M";
        case AttributeType::Null: return "NULL";
        case AttributeType::Boolean: return "BOOL";
    }
    return "";
}

std::string_view long_type_name(AttributeType type) {
    switch (type) {
        case AttributeType::String: return "STRING";
        case AttributeType::Number: return "NUMBER";
        case AttributeType::Binary: return "BINARY";
        case AttributeType::StringSet: return "STRING_SET";
        case AttributeType::NumberSet: return "NUMBER_SET";
        case AttributeType::BinarySet: return "BINARY_SET";
        case AttributeType::List: return "LIST";
        case AttributeType::Map: return "MAP";
        case AttributeType::Null: return "NULL";
        case AttributeType::Boolean: return "BOOLEAN";
    }
    return "";
}

bool is_set(AttributeType type) {
    return type == AttributeType::StringSet || type == AttributeType::NumberSet ||
           type == AttributeType::BinarySet;
}

bool is_scalar_key(AttributeType type) {
    return type == AttributeType::String || type == AttributeType::Number ||
           type == AttributeType::Binary;
}

void append_varint(std::string& out, std::uint64_t value) {
    while (value >= 0x80) {
        out.push_back(static_cast<char>(value | 0x80));
        value >>= 7;
    }
    out.push_back(static_cast<char>(value));
}

namespace {

template <class Range>
Range held_by(const char* container) {
    const char* position = container + kContainerHeaderBytes;
    const char* const end = position + read_u32(container + 1);
    read_varint(position);
    return {position, end};
}

}  // namespace

std::size_t AttributeValueView::count() const {
    const char* position = begin_ + kContainerHeaderBytes;
    return read_varint(position);
}

MemberRange AttributeValueView::members() const {
    return held_by<MemberRange>(begin_);
}

ElementRange AttributeValueView::elements() const {
    return held_by<ElementRange>(begin_);
}

EntryRange AttributeValueView::entries() const {
    return held_by<EntryRange>(begin_);
}

std::string_view AttributeValueView::encoded_unsized() const {
    if (type() == AttributeType::Null) return {begin_, 1};
    if (type() == AttributeType::Boolean) return {begin_, 2};
    return {begin_, kContainerHeaderBytes + read_u32(begin_ + 1)};
}

std::size_t AttributeValueView::size_bytes() const {
    switch (type()) {
        case AttributeType::String:
        case AttributeType::Binary: return scalar().size();
        case AttributeType::Number: return number_size_bytes(scalar());
        case AttributeType::Null:
        case AttributeType::Boolean: return 1;
        case AttributeType::StringSet:
        case AttributeType::NumberSet:
        case AttributeType::BinarySet: return set_size_bytes(*this);
        case AttributeType::List: {
            std::size_t total = 3;
            for (const AttributeValueView element : elements()) total += 1 + element.size_bytes();
            return total;
        }
        case AttributeType::Map: {
            std::size_t total = 3;
            for (const Entry entry : entries()) {
                total += 1 + entry.name.size() + entry.value.size_bytes();
            }
            return total;
        }
    }
    return 0;
}

std::size_t AttributeValueView::depth() const {
    std::size_t deepest = 0;
    if (type() == AttributeType::List) {
        for (const AttributeValueView element : elements()) {
            deepest = std::max(deepest, element.depth());
        }
    } else if (type() == AttributeType::Map) {
        for (const Entry entry : entries()) deepest = std::max(deepest, entry.value.depth());
    }
    return deepest + 1;
}

void append_null(std::string& out) {
    out.push_back(static_cast<char>(AttributeType::Null));
}

void append_boolean(std::string& out, bool value) {
    out.push_back(static_cast<char>(AttributeType::Boolean));
    out.push_back(value ? 1 : 0);
}

void append_scalar(std::string& out, AttributeType type, std::string_view payload) {
    assert(is_scalar_key(type));
    out.push_back(static_cast<char>(type));
    append_varint(out, payload.size());
    out.append(payload);
}

std::size_t open_container(std::string& out, AttributeType type, std::size_t count) {
    assert(is_container(type));
    out.push_back(static_cast<char>(type));
    const std::size_t place = out.size();
    out.append(4, '\0');
    append_varint(out, count);
    return place;
}

void close_container(std::string& out, std::size_t place) {
    const auto length = static_cast<std::uint32_t>(out.size() - place - 4);
    std::memcpy(out.data() + place, &length, sizeof length);
}

void append_name(std::string& out, std::string_view name) {
    append_varint(out, name.size());
    out.append(name);
}

int compare_scalars(std::string_view left, std::string_view right) {
    return left.compare(right);
}

AttributeValue AttributeValue::scalar(AttributeType type, std::string_view payload) {
    AttributeValue value;
    append_scalar(value.encoded_, type, payload);
    return value;
}

AttributeValue AttributeValue::null() {
    AttributeValue value;
    append_null(value.encoded_);
    return value;
}

AttributeValue AttributeValue::boolean(bool truth) {
    AttributeValue value;
    append_boolean(value.encoded_, truth);
    return value;
}

}  // namespace stator::protocol::values
