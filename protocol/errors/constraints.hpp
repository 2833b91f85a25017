// Messages about violated constraints of a request's shape: one part for each violation, and the
// envelope around all of them: "2 validation errors detected: a; b".
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
// `choices`: as DynamoDB prints them, "[A, B]".
std::string one_of(std::string_view choices);
// The name pattern of tables and indexes.
std::string name_pattern();
// Another regular expression.
std::string pattern(std::string_view expression);

// A member that violates a constraint: its value as the message shows it, its path ("tableName"),
// its name ("TableName"), and the text that follows "Member must ".
struct MemberViolation {
    std::string_view shown;
    std::string_view path;
    std::string_view member;
    std::string_view constraint;
};

// Returns the part of the message about one violation.
std::string member_violation(const MemberViolation& violation, values::Dialect dialect);
// Returns that part for members that the current dialect does not name.
std::string unnamed_member_violation(const MemberViolation& violation, const Region& region);
// "Value null at 'path' failed to satisfy constraint: Member must not be null".
std::string null_member(std::string_view path);

// Returns the error with all parts. The message shows at most ten of them. Precondition:
// `violations` is not empty.
ApiError constraints_violated(std::span<const std::string> violations);
ApiError constraint_violated(const std::string& violation);

// Returns the error with the only violation "Value at 'TableName' …". AWS: an empty TableName
// suppresses all other checks.
ApiError empty_table_name();

}  // namespace stator::protocol::errors
