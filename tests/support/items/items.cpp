#include "tests/support/items/items.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "protocol/values/number.hpp"

namespace stator::testing {
namespace {

// Sorts the attributes by name, as the engine requires.
Attributes sorted(Attributes attributes) {
    std::ranges::sort(attributes, {}, &Attribute::name);
    const auto twice = std::ranges::adjacent_find(attributes, {}, &Attribute::name);
    if (twice != attributes.end()) throw std::invalid_argument(twice->name + " is there twice");
    return attributes;
}

}  // namespace

using protocol::values::AttributeType;
using protocol::values::AttributeValue;

AttributeValue text(std::string_view value) {
    return AttributeValue::scalar(AttributeType::String, value);
}

AttributeValue number(std::string_view decimal) {
    std::string encoded;
    const auto result =
        protocol::values::encode_number(decimal, protocol::values::Dialect::Current, encoded);
    if (result.has_error()) throw std::invalid_argument(std::string(decimal) + " is no number");
    return AttributeValue::scalar(AttributeType::Number, encoded);
}

AttributeValue binary(std::string_view bytes) {
    return AttributeValue::scalar(AttributeType::Binary, bytes);
}

AttributeValue list(const std::vector<AttributeValue>& elements) {
    AttributeValue made;
    std::string& buffer = made.buffer();
    const std::size_t place =
        protocol::values::open_container(buffer, AttributeType::List, elements.size());
    for (const AttributeValue& element : elements) buffer.append(element.encoded());
    protocol::values::close_container(buffer, place);
    return made;
}

AttributeValue map(Attributes entries) {
    AttributeValue made;
    std::string& buffer = made.buffer();
    const std::size_t place =
        protocol::values::open_container(buffer, AttributeType::Map, entries.size());
    for (const auto& [name, value] : sorted(std::move(entries))) {
        protocol::values::append_name(buffer, name);
        buffer.append(value.encoded());
    }
    protocol::values::close_container(buffer, place);
    return made;
}

protocol::values::MutableItemImagePtr item(Attributes attributes, const Attributes& more) {
    attributes.insert(attributes.end(), more.begin(), more.end());
    protocol::values::ItemBuilder builder;
    for (const auto& [name, value] : sorted(std::move(attributes))) builder.add(name, value.view());
    return builder.build();
}

}  // namespace stator::testing
