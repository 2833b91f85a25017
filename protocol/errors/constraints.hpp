// Messages about violated constraints of a request's shape: one part for each violation, and the
// envelope around them all: "2 validation errors detected: a; b".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/values/dialect.hpp"

namespace stator::protocol::errors {

// The texts that follow "Member must ".
std::string length_at_least(std::int64_t length);
std::string length_at_most(std::int64_t length);
std::string value_at_least(std::int64_t value);
std::string value_at_most(std::int64_t value);
// `choices` as DynamoDB prints them: "[A, B]".
std::string one_of(std::string_view choices);
std::string name_pattern();
// The same of another regular expression.
std::string pattern(std::string_view expression);

// A member that violates a constraint: its value as the message shows it, its place ("tableName"),
// its name ("TableName"), and the text that follows "Member must ".
struct MemberViolation {
    std::string_view shown;
    std::string_view path;
    std::string_view member;
    std::string_view constraint;
};

// The part of the message about one violation.
std::string member_violation(const MemberViolation& violation, values::Dialect dialect);
// The same for members that the current dialect does not name.
std::string unnamed_member_violation(const MemberViolation& violation, const Region& region);
// "Value null at 'path' failed to satisfy constraint: Member must not be null".
std::string null_member(std::string_view path);

// The error with all parts, of which at most ten are shown. Precondition: there is at least one.
ApiError constraints_violated(std::span<const std::string> violations);
ApiError constraint_violated(const std::string& violation);

// "Value at 'TableName' …" as the only violation. AWS: an empty TableName suppresses every other
// check.
ApiError empty_table_name();

}  // namespace stator::protocol::errors
