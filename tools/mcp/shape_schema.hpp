// Writes the shape of a request as JSON Schema. Pure.
#pragma once

#include <string_view>

#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::tools::mcp {

// Appends the schema of a value: types, members, choices and ranges. Omits lengths of strings,
// because DynamoDB's errors explain them, and legacy parameters, which expressions have replaced.
void append_schema(protocol::wire::JsonWriter& json, const protocol::wire::Shape& shape);

// Appends the schema of one member, with its description.
void append_schema(protocol::wire::JsonWriter& json, const protocol::wire::Member& member);

// Whether a member of that name is included in schemas.
bool is_shown(std::string_view member);

}  // namespace stator::tools::mcp
