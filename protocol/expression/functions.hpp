// The functions of condition and update expressions. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "protocol/errors/expressions.hpp"

namespace stator::protocol::expression {

enum class Function : unsigned char {
    AttributeExists,
    AttributeNotExists,
    AttributeTypeIs,
    BeginsWith,
    Contains,
    Size,
    IfNotExists,
    ListAppend,
};

// Returns nullopt for any other name. AWS: names must be in lower case.
// [case condition/function_name_case]
inline std::optional<Function> function_from_name(std::string_view name) {
    if (name == "attribute_exists") return Function::AttributeExists;
    if (name == "attribute_not_exists") return Function::AttributeNotExists;
    if (name == "attribute_type") return Function::AttributeTypeIs;
    if (name == "begins_with") return Function::BeginsWith;
    if (name == "contains") return Function::Contains;
    if (name == "size") return Function::Size;
    if (name == "if_not_exists") return Function::IfNotExists;
    if (name == "list_append") return Function::ListAppend;
    return std::nullopt;
}

// Returns true for the functions of update expressions, false for those of conditions.
inline bool is_update_function(Function function) {
    return function == Function::IfNotExists || function == Function::ListAppend;
}

inline std::size_t function_arity(Function function) {
    const bool takes_one = function == Function::AttributeExists ||
                           function == Function::AttributeNotExists || function == Function::Size;
    return takes_one ? 1 : 2;
}

// Returns the error for a function that is unknown or belongs to the other expression language.
inline ApiError refused_function(values::ExpressionKind kind, std::string_view name) {
    if (!function_from_name(name)) return errors::invalid_function(kind, name);
    return errors::function_not_allowed(kind, name);
}

}  // namespace stator::protocol::expression
