#include "engine/partiql/select_plan.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/partiql/statement_targets.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::engine::partiql {
namespace {

class SelectPlanTest : public ::testing::Test {
protected:
    // Such as "a b< c" for reads of partitions, "<" for backwards; or "scan", or the error message.
    std::string planned(const std::string& text) {
        statement_ = statement_of(text);
        const auto reads = plan_select(targets_.target(statement_), statement_, false);
        if (reads.has_error()) return reads.error().message;
        std::string result;
        for (const SelectRead& read : *reads) {
            result.append(result.empty() ? "" : " ");
            result.append(read.plan.pk ? partition_of(*read.plan.pk) : "scan");
            if (!read.plan.forward) result.append("<");
            if (read.single_row) result.append("!");
            if (read.plan.filter != nullptr) result.append("+");
            if (read.plan.fetch_items) result.append(" fetch");
        }
        return result;
    }

    StatementTargets targets_;
    protocol::partiql::Statement statement_;

private:
    // A partition key without the end marker of an index key.
    static std::string partition_of(const std::string& pk) { return pk.substr(0, pk.find('\0')); }
};

TEST_F(SelectPlanTest, ReadsByKeyOrScans) {
    EXPECT_EQ(planned("SELECT * FROM Tab"), "scan");
    EXPECT_EQ(planned("SELECT * FROM Tab WHERE x = 1"), "scan+");
    EXPECT_EQ(planned("SELECT * FROM Tab WHERE pk IN ['b', 'a']"), "a b");
    EXPECT_EQ(planned("SELECT * FROM Tab WHERE pk = 'a' AND sk = 1"), "a!");
    EXPECT_EQ(planned("SELECT * FROM Tab WHERE pk = 'a' AND sk > 1 AND x = 1"), "a+");
    EXPECT_EQ(planned("SELECT * FROM Tab.\"all\" WHERE g = 'a' AND n = 1"), "a");
}

TEST_F(SelectPlanTest, OrdersByTheKeysOfTheTableOrIndex) {
    const std::string by_pk = "SELECT * FROM Tab WHERE pk = 'a' ORDER BY ";
    EXPECT_EQ(planned(by_pk + "sk"), "a");
    EXPECT_EQ(planned(by_pk + "sk DESC"), "a<");
    EXPECT_EQ(planned(by_pk + "pk"), "a<");
    EXPECT_EQ(planned(by_pk + "pk DESC, sk ASC"), "a");
    const std::string two = "SELECT * FROM Tab WHERE pk IN ['a', 'b'] ORDER BY ";
    EXPECT_EQ(planned(two + "pk, sk"), "a b");
    EXPECT_EQ(planned(two + "pk DESC, sk"), "b a");
    EXPECT_EQ(planned(two + "pk, sk DESC"), "a< b<");
    EXPECT_EQ(
        planned(two + "sk"),
        "Must have hash key in ORDER BY clause when more than one hash key condition specified in "
        "WHERE clause."
    );
}

TEST_F(SelectPlanTest, RefusesAnOrderItCannotGive) {
    EXPECT_EQ(
        planned("SELECT * FROM Tab ORDER BY pk"),
        "Must have WHERE clause in the statement when using ORDER BY clause."
    );
    EXPECT_EQ(
        planned("SELECT * FROM Tab WHERE x = 1 ORDER BY y"),
        "Must have at least one non-optional hash key condition in WHERE clause when using ORDER "
        "BY "
        "clause."
    );
    EXPECT_EQ(
        planned("SELECT * FROM Tab WHERE pk = 'a' ORDER BY x"),
        "Attribute x in ORDER BY clause must be part of the primary key"
    );
}

TEST_F(SelectPlanTest, RequiresAttributesThatTheIndexProjects) {
    EXPECT_EQ(
        planned("SELECT pk, x, y.z FROM Tab.\"keys\""),
        "One or more parameter values were invalid: Global secondary index keys does not project "
        "[x, y]"
    );
    EXPECT_EQ(planned("SELECT x FROM Tab.\"local\""), "scan");
    EXPECT_EQ(planned("SELECT y FROM Tab.\"local\""), "scan fetch");
    EXPECT_EQ(planned("SELECT * FROM Tab.\"keys\" WHERE x = 1"), "scan+");
    const std::string lacks =
        "One or more parameter values were invalid: Secondary index keys does not project one or "
        "more filter attributes: [x]";
    EXPECT_EQ(planned("SELECT * FROM Tab.\"keys\" WHERE g = 'a' AND x = 1"), lacks);
    EXPECT_EQ(planned("SELECT * FROM Tab.\"keys\" WHERE g = 'a' AND x = 1 OR g = 'b'"), "a+ b");
    EXPECT_EQ(
        planned("SELECT * FROM Tab.\"keys\" WHERE g = 'b' AND x = 1 OR g = 'a' AND y = 1"), lacks
    );
}

}  // namespace
}  // namespace stator::engine::partiql
