#include "protocol/errors/expressions.hpp"

#include <string>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {

ApiError of_expression(values::ExpressionKind kind, ApiError error) {
    if (kind == values::ExpressionKind::Statement) return error;
    std::string prefix = "Invalid ";
    prefix.append(values::expression_kind_name(kind)).append(": ");
    error.message.insert(0, prefix);
    return error;
}

// AWS: only the messages for conditions and filters contain the size.
// [case expressions/expression_size]
ApiError expression_too_long(values::ExpressionKind kind, std::size_t bytes) {
    std::string text = "Expression size has exceeded the maximum allowed size;";
    const bool tells_size =
        kind == values::ExpressionKind::Condition || kind == values::ExpressionKind::Filter;
    if (tells_size) text.append(" expression size: ").append(std::to_string(bytes));
    return of_expression(kind, validation(std::move(text)));
}

ApiError function_not_allowed(values::ExpressionKind kind, std::string_view function) {
    std::string text = "The function is not allowed in ";
    text.append(kind == values::ExpressionKind::Update ? "an update" : "a condition");
    text.append(" expression; function: ").append(function);
    return of_expression(kind, validation(std::move(text)));
}

// AWS: the order inside the braces varies. [case condition/attribute_type_name]
// [case ExecuteStatement/operand_types]
ApiError unknown_type_name(values::ExpressionKind kind, std::string_view name) {
    const bool in_statement = kind == values::ExpressionKind::Statement;
    std::string text = "Invalid attribute type name found; type: ";
    text.append(name).append(", valid types: ");
    text.append(in_statement ? "{N,BS,L,B,NULL,M,S,SS,NS,BOOL}" : "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
    return of_expression(kind, validation(std::move(text)));
}

}  // namespace stator::protocol::errors
