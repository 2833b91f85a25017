#include "protocol/errors/constraints.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stator::protocol::errors {
namespace {

TEST(ConstraintsViolated, CountsNoMoreThanTen) {
    const std::vector<std::string> one = {"a"};
    EXPECT_EQ(constraint_violated(one.front()).message, "1 validation error detected: a");
    const std::vector<std::string> two = {"a", "b"};
    EXPECT_EQ(constraints_violated(two).message, "2 validation errors detected: a; b");
    const std::vector<std::string> twelve(12, "a");
    EXPECT_EQ(
        constraints_violated(twelve).message,
        "10 validation errors detected: a; a; a; a; a; a; a; a; a; a"
    );
    EXPECT_EQ(constraints_violated(twelve).type, ErrorType::ValidationException);
}

TEST(MemberViolation, DependsOnTheDialectAndOnWhetherTheMemberIsNamed) {
    const std::string constraint = value_at_least(1);
    const MemberViolation violation{"0", "limit", "Limit", constraint};
    const std::string must =
        " failed to satisfy constraint: Member must have value greater than or equal to 1";
    EXPECT_EQ(member_violation(violation, values::Dialect::Older), "Value '0' at 'limit'" + must);
    EXPECT_EQ(member_violation(violation, values::Dialect::Current), "Value at 'Limit'" + must);
    EXPECT_EQ(unnamed_member_violation(violation, {}), "F" + must.substr(2));
    EXPECT_EQ(unnamed_member_violation(violation, {"me-central-1"}), "Value '0' at 'limit'" + must);
}

}  // namespace
}  // namespace stator::protocol::errors
