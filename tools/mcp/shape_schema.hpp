// Writes the shape of a request as JSON Schema. Pure.
#pragma once

#include <string_view>

#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::tools::mcp {

// Appends the schema of a value: types, members, choices and ranges. Lengths of texts are left out,
// since DynamoDB says itself what is wrong with them, and so are the legacy parameters, which
// expressions have replaced.
void append_schema(protocol::wire::JsonWriter& json, const protocol::wire::Shape& shape);

// The same of one member, with its description.
void append_schema(protocol::wire::JsonWriter& json, const protocol::wire::Member& member);

// Whether a member of that name is shown at all.
bool is_shown(std::string_view member);

}  // namespace stator::tools::mcp
