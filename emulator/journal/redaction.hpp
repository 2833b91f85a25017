// Redaction: removes the data from a body of the API. Pure functions, thread-safe.
//
// Keeps the names of tables, indexes, attributes and members, expressions and booleans. Replaces
// every attribute value, including numbers, with "***". Also replaces anything bare in the position
// of a value, a NextToken, and the message of an error, because messages often repeat a value.
#pragma once

#include <string>
#include <string_view>

#include "protocol/wire/json.hpp"

namespace stator::emulator::journal {

// The JSON text of `body` without its values. Replaces anything nested deeper than an item can be
// with "***".
std::string redacted(protocol::wire::JsonView body);

// Returns a PartiQL statement with ? instead of every string and number. Removes comments, Ion
// literals and everything after an unfinished quotation.
std::string redacted_statement(std::string_view statement);

}  // namespace stator::emulator::journal
