// The kinds of expressions, and their names in messages.
#pragma once

#include <string_view>

namespace stator::protocol::values {

// The parameter that contains an expression. It determines the prefix "Invalid <Kind>: " of
// messages.
enum class ExpressionKind : unsigned char {
    Condition,
    Filter,
    Update,
    Projection,
    KeyCondition,
    SearchCondition,
    Statement,  // PartiQL; its messages have no prefix
};

// Returns "ConditionExpression" and so on.
std::string_view expression_kind_name(ExpressionKind kind);

}  // namespace stator::protocol::values
