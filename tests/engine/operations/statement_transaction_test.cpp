// ExecuteTransaction with a whole engine.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/statements.hpp"

namespace stator::engine::operations {
namespace {

using testing::Database;
using testing::execute;
using testing::statement_json;

constexpr std::string_view kCancelled =
    "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for "
    "specific reasons ";

class StatementTransactionTest : public ::testing::Test {
protected:
    void SetUp() override {
        database_.create_table("Tab", "pk:S");
        execute(database_, "INSERT INTO Tab VALUE {'pk': 'a', 'v': 1}");
    }

    std::string transact(const std::vector<std::string>& statements, std::string_view more = "") {
        std::string json = "{\"TransactStatements\":[";
        for (const std::string& statement : statements) {
            if (json.back() != '[') json += ",";
            json += statement_json(statement);
        }
        json += "]";
        if (!more.empty()) json.append(",").append(more);
        const std::string reply = database_.run("ExecuteTransaction", json + "}");
        return reply.substr(0, reply.find(" | "));  // without the messages of the reasons
    }

    static std::string cancelled(const std::string& codes) {
        return std::string(kCancelled) + "[" + codes + "]";
    }

    static std::string refused(const std::string& message) {
        return "ValidationException: " + message;
    }

    std::string value_of(const std::string& pk) {
        return execute(database_, "SELECT v FROM Tab WHERE pk = '" + pk + "'");
    }

    Database database_;
};

TEST_F(StatementTransactionTest, WritesAllOrNothing) {
    EXPECT_EQ(
        transact(
            {"INSERT INTO Tab VALUE {'pk': 'b', 'v': 2}", "UPDATE Tab SET v = 3 WHERE pk = 'a'"}
        ),
        "{\"Responses\":[]}"
    );
    EXPECT_EQ(value_of("b"), "{\"Items\":[{\"v\":{\"N\":\"2\"}}]}");
    EXPECT_EQ(
        transact(
            {"INSERT INTO Tab VALUE {'pk': 'c'}",
             "INSERT INTO Tab VALUE {'pk': 'a'}",
             "UPDATE Tab SET v = 1 WHERE pk = 'nobody'"}
        ),
        cancelled("None, DuplicateItem, ConditionalCheckFailed")
    );
    EXPECT_EQ(value_of("c"), "{\"Items\":[]}");
}

TEST_F(StatementTransactionTest, ReadsTogether) {
    EXPECT_EQ(
        transact(
            {"SELECT v FROM Tab WHERE pk = 'a'", "SELECT * FROM Tab WHERE pk IN ['none']"},
            "\"ReturnConsumedCapacity\":\"TOTAL\""
        ),
        "{\"Responses\":[{\"Item\":{\"v\":{\"N\":\"1\"}}},{}],\"ConsumedCapacity\":[{\"TableName\":"
        "\"Tab\",\"CapacityUnits\":4.0,\"ReadCapacityUnits\":4.0}]}"
    );
}

TEST_F(StatementTransactionTest, ChecksConditions) {
    const std::string update = "UPDATE Tab SET v = 9 WHERE pk = 'a'";
    EXPECT_EQ(
        transact({"EXISTS(SELECT * FROM Tab WHERE pk = 'b' AND v = 1)", update}),
        cancelled("ConditionalCheckFailed, None")
    );
    EXPECT_EQ(
        transact({"EXISTS(SELECT * FROM Tab WHERE pk = 'b')", update}),
        refused("Validation failed in TransactStatements[0]: EXISTS() must contain a single "
                "item read with additional condition")
    );
    execute(database_, "INSERT INTO Tab VALUE {'pk': 'b', 'v': 1}");
    EXPECT_EQ(
        transact({"EXISTS(SELECT * FROM Tab WHERE pk = 'b' AND v = 1)", update}),
        "{\"Responses\":[]}"
    );
}

TEST_F(StatementTransactionTest, RanksFaults) {
    const std::string fine = "UPDATE Tab SET v = 9 WHERE pk = 'a'";
    const std::string second = "Validation failed in TransactStatements[1]: ";
    EXPECT_EQ(
        transact({fine, "SELECT * FROM Tab WHERE"}),
        refused(second + "Statement wasn't well formed, can't be processed: Unexpected term")
    );
    EXPECT_EQ(
        transact({fine, fine + " RETURNING ALL NEW *"}),
        refused(second + "RETURNING clause is not supported in ExecuteTransaction.")
    );
    EXPECT_EQ(
        transact({fine, "SELECT * FROM Tab WHERE pk = 'a'"}),
        refused("ExecuteTransaction API does not support both read and write operations in "
                "the same request.")
    );
    EXPECT_EQ(
        transact({"SELECT * FROM Tab"}),
        refused("Validation failed in TransactStatements[0]: Select statements within "
                "ExecuteTransaction must specify the primary key in the where clause.")
    );
    EXPECT_EQ(
        transact({fine, fine}),
        refused("Transaction request cannot include multiple operations on one item")
    );
    EXPECT_EQ(
        transact({fine, "DELETE FROM Nowhere WHERE pk = 'a'"}), cancelled("None, ResourceNotFound")
    );
    EXPECT_EQ(
        transact({"DELETE FROM Tab WHERE v = 1", "DELETE FROM Tab WHERE pk = 5", fine}),
        cancelled("ValidationError, ValidationError, None")
    );
}

TEST_F(StatementTransactionTest, RepeatsHarmlessly) {
    const std::string token = "\"ClientRequestToken\":\"t\",\"ReturnConsumedCapacity\":\"TOTAL\"";
    const std::string increment = "UPDATE Tab SET v = v + 1 WHERE pk = 'a'";
    EXPECT_EQ(
        transact({increment}, token),
        "{\"Responses\":[],\"ConsumedCapacity\":[{\"TableName\":\"Tab\",\"CapacityUnits\":2.0,"
        "\"WriteCapacityUnits\":2.0}]}"
    );
    EXPECT_EQ(
        transact({increment}, token),
        "{\"Responses\":[],\"ConsumedCapacity\":[{\"TableName\":\"Tab\",\"CapacityUnits\":2.0,"
        "\"ReadCapacityUnits\":2.0}]}"
    );
    EXPECT_EQ(value_of("a"), "{\"Items\":[{\"v\":{\"N\":\"2\"}}]}");
    EXPECT_EQ(
        transact({"DELETE FROM Tab WHERE pk = 'a'"}, token).substr(0, 36),
        "IdempotentParameterMismatchException"
    );
}

}  // namespace
}  // namespace stator::engine::operations
