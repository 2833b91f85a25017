#include "engine/partiql/key_demand.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/partiql/where_clause.hpp"

namespace stator::engine::partiql {
namespace {

using protocol::expression::KeyOperator;

TEST(KeyDemand, CoversTheOperatorsOfKeyConditions) {
    struct DemandCase {
        std::string term;
        KeyOperator op;
        std::size_t values;
        bool is_in;
    };

    const std::vector<DemandCase> cases = {
        {"a = 1", KeyOperator::Equal, 1, false},
        {"1 = a", KeyOperator::Equal, 1, false},
        {"a < 1", KeyOperator::Less, 1, false},
        {"1 < a", KeyOperator::Greater, 1, false},
        {"1 >= a", KeyOperator::LessOrEqual, 1, false},
        {"1 <= a", KeyOperator::GreaterOrEqual, 1, false},
        {"1 > a", KeyOperator::Less, 1, false},
        {"a BETWEEN 1 AND 2", KeyOperator::Between, 2, false},
        {"begins_with(a, 'x')", KeyOperator::BeginsWith, 1, false},
        {"a IN [1, 2, 3]", KeyOperator::Equal, 3, true},
    };
    for (const DemandCase& each : cases) {
        const auto demand = demand_of(where_clause(each.term));
        ASSERT_TRUE(demand) << each.term;
        EXPECT_EQ(demand->condition.attribute, "a") << each.term;
        EXPECT_EQ(demand->condition.op, each.op) << each.term;
        EXPECT_EQ(demand->condition.values.size(), each.values) << each.term;
        EXPECT_EQ(demand->is_in, each.is_in) << each.term;
    }
}

TEST(KeyDemand, IsEmptyOtherwise) {
    for (const std::string term :
         {"a <> 1",
          "a.b = 1",
          "a = b",
          "size(a) = 1",
          "NOT a = 1",
          "a = 1 AND b = 2",
          "a = 1 OR a = 2",
          "a IN [1, b]",
          "a BETWEEN 1 AND b",
          "contains(a, 'x')",
          "1 = 1",
          "a IS MISSING",
          "attribute_exists(a)"}) {
        EXPECT_FALSE(demand_of(where_clause(term))) << term;
    }
}

}  // namespace
}  // namespace stator::engine::partiql
