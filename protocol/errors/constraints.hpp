// Messages about constraints of a request's shape, one part each, and the envelope around them:
// "2 validation errors detected: a; b".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/values/dialect.hpp"

namespace stator::protocol::errors {

// What follows "Member must ".
std::string length_at_least(std::int64_t length);
std::string length_at_most(std::int64_t length);
std::string value_at_least(std::int64_t value);
std::string value_at_most(std::int64_t value);
// `choices` as DynamoDB prints them: "[A, B]".
std::string one_of(std::string_view choices);
std::string name_pattern();

// A member that breaks a constraint: its value as shown, where it stands ("tableName"), its name
// ("TableName"), and what follows "Member must ".
struct MemberViolation {
    std::string_view shown;
    std::string_view path;
    std::string_view member;
    std::string_view constraint;
};

// One part of the message.
std::string member_violation(const MemberViolation& violation, values::Dialect dialect);
// The same for members that the current dialect does not name.
std::string unnamed_member_violation(const MemberViolation& violation);
// "Value null at 'path' failed to satisfy constraint: Member must not be null".
std::string null_member(std::string_view path);

// All parts, at most ten of them. Precondition: there is one.
ApiError constraints_violated(std::span<const std::string> violations);
ApiError constraint_violated(const std::string& violation);

// "Value at 'TableName' …" alone. AWS: an empty TableName suppresses every other check.
ApiError empty_table_name();

}  // namespace stator::protocol::errors
