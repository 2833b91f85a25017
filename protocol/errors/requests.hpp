// Messages about how a request's parameters go together.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/values/number.hpp"

namespace stator::protocol::errors {

ApiError mixed_parameters(
    std::span<const std::string_view> legacy, std::span<const std::string_view> expressions
);
ApiError names_without_expression();
// `absent` says which expressions are missing, e.g. "FilterExpression is null"; "" for nothing.
ApiError values_without_expression(std::string_view absent);

// A member that breaks a constraint of its shape: its value as shown, where it stands
// ("tableName"), its name ("TableName"), and what follows "Member must ".
struct MemberViolation {
    std::string_view shown;
    std::string_view path;
    std::string_view member;
    std::string_view constraint;
};

// One part of a "N validation errors detected: …".
std::string member_violation(const MemberViolation& violation, values::ValidationLayer layer);
// The same for members that the current reader does not name.
std::string unnamed_member_violation(const MemberViolation& violation);

// "Value at 'TableName' …" alone. AWS: an empty TableName suppresses every other check.
ApiError empty_table_name();

}  // namespace stator::protocol::errors
