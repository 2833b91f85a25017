#include "protocol/errors/constraints.hpp"

#include <algorithm>

#include "protocol/errors/general.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {
namespace {

constexpr std::size_t kMaxViolations = 10;

}  // namespace

std::string length_at_least(std::int64_t length) {
    return "have length greater than or equal to " + std::to_string(length);
}

std::string length_at_most(std::int64_t length) {
    return "have length less than or equal to " + std::to_string(length);
}

std::string value_at_least(std::int64_t value) {
    return "have value greater than or equal to " + std::to_string(value);
}

std::string value_at_most(std::int64_t value) {
    return "have value less than or equal to " + std::to_string(value);
}

std::string one_of(std::string_view choices) {
    return std::string("satisfy enum value set: ").append(choices);
}

std::string name_pattern() {
    return pattern("[a-zA-Z0-9_.-]+");
}

std::string pattern(std::string_view expression) {
    return std::string("satisfy regular expression pattern: ").append(expression);
}

std::string member_violation(const MemberViolation& violation, values::Dialect dialect) {
    return worded<Message::MemberConstraint>(
        dialect, violation.shown, violation.path, violation.member, violation.constraint
    );
}

std::string unnamed_member_violation(const MemberViolation& violation, const Region& region) {
    return worded<Message::UnnamedMemberConstraint>(
        region, violation.shown, violation.path, violation.constraint
    );
}

std::string null_member(std::string_view path) {
    return std::string("Value null at '")
        .append(path)
        .append("' failed to satisfy constraint: Member must not be null");
}

ApiError constraints_violated(std::span<const std::string> violations) {
    const std::size_t count = std::min(violations.size(), kMaxViolations);
    std::string message = violations_envelope(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) message.append("; ");
        message.append(violations[i]);
    }
    return validation(std::move(message));
}

ApiError constraint_violated(const std::string& violation) {
    return constraints_violated(std::span(&violation, 1));
}

ApiError empty_table_name() {
    const std::string constraint = length_at_least(1);
    const MemberViolation violation{"", "tableName", "TableName", constraint};
    return constraint_violated(member_violation(violation, values::Dialect::Current));
}

}  // namespace stator::protocol::errors
