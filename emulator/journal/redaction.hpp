// Redaction: a body of the API without the data in it. Pure functions, thread-safe.
//
// The names of tables, indexes, attributes and members stay, and so do expressions and booleans.
// Every attribute value becomes "***", numbers too. So does anything that stands bare where a value
// belongs, a NextToken, and the message of an error, because messages often repeat a value.
#pragma once

#include <string>
#include <string_view>

#include "protocol/wire/json.hpp"

namespace stator::emulator::journal {

// The JSON text of `body` without its values. Anything nested deeper than an item can be is "***".
std::string redacted(protocol::wire::JsonView body);

// A PartiQL statement with ? for every string and number. Comments, Ion literals and everything
// after an unfinished quotation are left out.
std::string redacted_statement(std::string_view statement);

}  // namespace stator::emulator::journal
