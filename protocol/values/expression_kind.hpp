// The kinds of expressions, and their names in messages.
#pragma once

#include <string_view>

namespace stator::protocol::values {

// The parameter that an expression came in; it decides the "Invalid <Kind>: " of its messages.
enum class ExpressionKind : unsigned char {
    Condition,
    Filter,
    Update,
    Projection,
    KeyCondition,
    SearchCondition,
    Statement,  // PartiQL: its messages have no "Invalid <Kind>: "
};

// "ConditionExpression" and so on.
std::string_view expression_kind_name(ExpressionKind kind);

}  // namespace stator::protocol::values
