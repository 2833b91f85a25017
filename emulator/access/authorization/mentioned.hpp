// What expressions mention, read by their words alone, for requests that nobody has checked yet.
// Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/access/iam/context.hpp"
#include "protocol/partiql/statement.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::authorization {

using Texts = iam::ContextValue::Values;

void add_once(Texts& texts, std::string_view text);

// An expression, and what its placeholders stand for (ExpressionAttributeNames).
struct Expression {
    std::string_view text;
    std::optional<protocol::wire::JsonView> names;
    bool is_update = false;  // an UpdateExpression
};

// Adds the top-level attributes of an expression: at least those, of one that is faulty.
void add_attributes(Texts& attributes, const Expression& expression);

// A key's value as policies compare it: S as it is, N without its notation, B in base64. Nothing
// for a value that can be no key. That N and B are so is deduced; AWS does not say.
std::optional<std::string> key_text(protocol::wire::JsonView value);
std::optional<std::string> key_text(protocol::values::AttributeValueView value);

// The values that the statement holds the attribute to; nothing when it may be any.
std::optional<Texts> held_values(
    const protocol::partiql::Statement& statement, const std::string& attribute
);

// The top-level attributes of a statement.
void add_attributes(Texts& attributes, const protocol::partiql::Statement& statement);

}  // namespace stator::emulator::access::authorization
