// Finds the attributes and key values in expressions. It works on the tokens of an expression,
// because the requests have not been validated yet. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/access/iam/context.hpp"
#include "protocol/partiql/statement.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::authorization {

using Texts = iam::ContextValue::Values;

// Adds the text unless `texts` contains it.
void add_once(Texts& texts, std::string_view text);

// An expression, and its placeholders (ExpressionAttributeNames).
struct Expression {
    std::string_view text;
    std::optional<protocol::wire::JsonView> names;
    bool is_update = false;  // an UpdateExpression
};

// Adds the top-level attributes of an expression. For an invalid expression, it may add more.
void add_attributes(Texts& attributes, const Expression& expression);

// The value of a key attribute in the form that policies compare: S unchanged, N in its normal
// notation, B in base64. nullopt if the value cannot be a key. The forms of N and B are deduced,
// because AWS does not document them.
std::optional<std::string> key_text(protocol::wire::JsonView value);
std::optional<std::string> key_text(protocol::values::AttributeValueView value);

// The values that the statement allows for the attribute; nullopt if it allows any value.
std::optional<Texts> held_values(
    const protocol::partiql::Statement& statement, const std::string& attribute
);

// The top-level attributes of a statement.
void add_attributes(Texts& attributes, const protocol::partiql::Statement& statement);

}  // namespace stator::emulator::access::authorization
