// Redaction: a body of the API without the data in it. Pure functions, thread-safe.
//
// The names of tables, indexes, attributes and members stay, so do expressions and booleans. Every
// attribute value becomes "***", numbers too, and so does whatever stands bare where a value
// belongs, a NextToken, and the message of an error, because many a message repeats a value.
#pragma once

#include <string>
#include <string_view>

#include "protocol/wire/json.hpp"

namespace stator::emulator::observe {

// The JSON text of `body` without its values. What is nested deeper than any item can be is "***".
std::string redacted(protocol::wire::JsonView body);

// A PartiQL statement with ? for every string and number; comments and Ion literals are left out.
// What follows an unfinished quotation is left out too.
std::string redacted_statement(std::string_view statement);

}  // namespace stator::emulator::observe
