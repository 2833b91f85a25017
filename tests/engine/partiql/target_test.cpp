#include "engine/partiql/target.hpp"
#include "engine/faults/watched_context.hpp"

#include <gtest/gtest.h>

#include <string>

#include "protocol/errors/general.hpp"
#include "tests/engine/partiql/statement_targets.hpp"

namespace stator::engine::partiql {
namespace {

constexpr std::int64_t kTargetDelayMs = 1'000;

class StatementTargetTest : public ::testing::Test {
protected:
    StatementTargetTest() {
        database_.create_table(
            "Tab",
            "pk:S sk:N",
            "g:S n:N",
            R"("GlobalSecondaryIndexes":[{"IndexName":"all","KeySchema":[)"
            R"({"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}],)"
            R"("LocalSecondaryIndexes":[{"IndexName":"local","KeySchema":[)"
            R"({"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}],)"
            R"("Projection":{"ProjectionType":"ALL"}}])"
        );
        settle();
    }

    void settle() {
        for (int i = 0; i < 2; ++i) {
            database_.clock().advance(kTargetDelayMs);
            database_.universe().run_due();
        }
    }

    // Returns "Tab", "Tab/all", or the error message.
    std::string found(const protocol::partiql::Statement& statement, bool consistent = false) {
        faults::WatchedContext context;
        context.place.region = "us-east-1";
        auto& catalog = database_.universe().catalog(context);
        const auto target = find_statement_target(catalog, statement, consistent);
        if (target.has_error()) return target.error().message;
        EXPECT_EQ(target->snapshot, target->table->snapshot());
        std::string text = target->snapshot->description.name;
        return target->index == nullptr ? text : text + "/" + target->index->name;
    }

    std::string found(const std::string& text, bool consistent = false) {
        return found(statement_of(text), consistent);
    }

    testing::Database database_{EngineOptions{.table_delay_ms = kTargetDelayMs}};
};

const std::string kNoIndex = "The table does not have the specified index";
const std::string kNoTable = "Requested resource not found";

TEST_F(StatementTargetTest, IsATableOrAnIndexOfIt) {
    EXPECT_EQ(found("SELECT * FROM Tab"), "Tab");
    EXPECT_EQ(found("SELECT * FROM Tab", true), "Tab");
    EXPECT_EQ(found(R"(SELECT * FROM "Tab"."all")"), "Tab/all");
    EXPECT_EQ(found(R"(SELECT * FROM "Tab"."local")"), "Tab/local");
    EXPECT_EQ(found("DELETE FROM Tab WHERE pk = 'a' AND sk = 1"), "Tab");
}

TEST_F(StatementTargetTest, RefusesConsistentReadsOfGlobalIndexesOnly) {
    EXPECT_EQ(
        found(R"(SELECT * FROM "Tab"."all")", true),
        "Strongly consistent read is not supported on Global Secondary Indexes"
    );
    EXPECT_EQ(found(R"(SELECT * FROM "Tab"."local")", true), "Tab/local");
}

// AWS: [case ExecuteStatement/index_qualifier]
TEST_F(StatementTargetTest, RefusesWritesToAnIndex) {
    const std::string where = " WHERE pk = 'a' AND sk = 1";
    const std::string refused = "This operation is not supported on an index";
    EXPECT_EQ(found(R"(DELETE FROM "Tab"."all")" + where), refused);
    EXPECT_EQ(found(R"(UPDATE "Tab"."local" SET x = 1)" + where), refused);
    EXPECT_EQ(found(R"(UPDATE "Tab"."none" SET x = 1)" + where), kNoIndex);
    EXPECT_EQ(found(R"(SELECT * FROM "Tab"."none")"), kNoIndex);
}

// AWS: [case ExecuteStatement/index_qualifier_of_writes]
TEST_F(StatementTargetTest, KnowsTheIndexesOfAMissingTableOnlyWhenTheyAreWritten) {
    const std::string where = " WHERE pk = 'a' AND sk = 1";
    const std::string refused = "This operation is not supported on an index";
    EXPECT_EQ(found(R"(DELETE FROM "Gone"."all")" + where), refused);
    EXPECT_EQ(found(R"(UPDATE "Gone"."all" SET x = 1)" + where), refused);
    EXPECT_EQ(found(R"(SELECT * FROM "Gone"."all")"), "Requested resource not found");
}

TEST_F(StatementTargetTest, RefusesAnIndexThatIsStillBeingFilled) {
    const std::string request = R"({"TableName":"Tab","AttributeDefinitions":[)"
                                R"({"AttributeName":"x","AttributeType":"S"}],)"
                                R"("GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"late",)"
                                R"("KeySchema":[{"AttributeName":"x","KeyType":"HASH"}],)"
                                R"("Projection":{"ProjectionType":"ALL"}}}]})";
    const std::string select = R"(SELECT * FROM "Tab"."late")";
    database_.run("UpdateTable", request);
    EXPECT_EQ(found(select), kNoIndex);
    database_.clock().advance(kTargetDelayMs);
    database_.universe().run_due();
    EXPECT_EQ(found(select), "Cannot read from backfilling global secondary index: late");
    settle();
    EXPECT_EQ(found(select), "Tab/late");
}

// AWS: [case ExecuteStatement/fault_order]
TEST_F(StatementTargetTest, FindsFaultsInDynamoDBsOrder) {
    database_.create_table(
        "Multi",
        "pk:S",
        "g:S n:N",
        R"("GlobalSecondaryIndexes":[{"IndexName":"two","KeySchema":[)"
        R"({"AttributeName":"g","KeyType":"HASH"},{"AttributeName":"n","KeyType":"HASH"}],)"
        R"("Projection":{"ProjectionType":"ALL"}}])"
    );
    settle();
    const std::string multi =
        "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or "
        "multi-attribute RANGE keys.";
    protocol::partiql::Statement statement = statement_of(R"(SELECT * FROM "Multi"."two")");
    statement.column_error = protocol::errors::validation("a bad column");
    EXPECT_EQ(found(statement, true), multi);
    // Statements about the table itself are not affected.
    statement.index_name.clear();
    EXPECT_EQ(found(statement), "a bad column");
    statement.table_name = "None";
    EXPECT_EQ(found(statement), "a bad column");
    statement.column_error.reset();
    EXPECT_EQ(found(statement), kNoTable);
    statement.index_name = "none";
    EXPECT_EQ(found(statement), kNoTable);
    statement.table_name = "Multi";
    EXPECT_EQ(found(statement, true), kNoIndex);
}

}  // namespace
}  // namespace stator::engine::partiql
