// Items and keys as values of the engine: item({{"id", text("a")}, {"n", number(5)}}).
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/values/attribute_value.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::testing {

protocol::values::AttributeValue text(std::string_view value);

// A decimal such as "-1.5e3". Throws std::invalid_argument if it is not a number.
protocol::values::AttributeValue number(std::string_view decimal);

template <std::integral Integer>
protocol::values::AttributeValue number(Integer value) {
    return number(std::string_view(std::to_string(value)));
}

protocol::values::AttributeValue binary(std::string_view bytes);

protocol::values::AttributeValue list(const std::vector<protocol::values::AttributeValue>& elements
);

struct Attribute {
    std::string name;
    protocol::values::AttributeValue value;
};

// The attributes may be in any order.
using Attributes = std::vector<Attribute>;

protocol::values::AttributeValue map(Attributes entries);

// An item or a key with these attributes and `more`. Throws std::invalid_argument if two of them
// have the same name.
protocol::values::MutableItemImagePtr item(Attributes attributes, const Attributes& more = {});

}  // namespace stator::testing
