// ExecuteStatement and BatchExecuteStatement with a whole engine.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/statements.hpp"

namespace stator::engine::operations {
namespace {

using testing::Database;
using testing::statement_json;
using testing::string_member;

constexpr std::string_view kFailed =
    "ConditionalCheckFailedException: The conditional request failed";

class StatementsTest : public ::testing::Test {
protected:
    void SetUp() override {
        database_.create_table("Hash", "pk:S");
        database_.create_table("Both", "pk:S sk:N");
        for (const std::string pk : {"a", "b"}) {
            for (const std::string sk : {"1", "2", "3"}) {
                run("INSERT INTO Both VALUE {'pk': '" + pk + "', 'sk': " + sk + ", 'v': " + sk + "}"
                );
            }
        }
    }

    std::string run(const std::string& statement, std::string_view more = "") {
        return testing::execute(database_, statement, more);
    }

    // The rows of the table Both as "a1 a2 …", then "!" if the reply has a NextToken; or the error.
    std::string rows(const std::string& condition, std::string_view more = "") {
        std::string reply = run("SELECT pk, sk FROM Both " + condition, more);
        token_ = string_member(reply, "NextToken");
        if (reply.rfind("{\"Items\"", 0) != 0) return reply;
        std::string found;
        const std::string items = reply.substr(0, reply.find(']'));
        for (std::size_t at = items.find("\"pk\""); at != std::string::npos;
             at = items.find("\"pk\"", at + 1)) {
            const std::string item = items.substr(at, items.find("}}", at) - at);
            found += string_member(item, "S") + string_member(item, "N") + " ";
        }
        return token_.empty() ? found : found + "!";
    }

    std::string continued(const std::string& condition) {
        return rows(condition, "\"Limit\":2,\"NextToken\":\"" + token_ + "\"");
    }

    Database database_;
    std::string token_;
};

TEST_F(StatementsTest, InsertsOnce) {
    EXPECT_EQ(
        run("INSERT INTO Hash VALUE {'pk': ?, 'v': 1}", "\"Parameters\":[{\"S\":\"x\"}]"),
        "{\"Items\":[]}"
    );
    EXPECT_EQ(
        run("INSERT INTO Hash VALUE {'pk': 'x'}"),
        "DuplicateItemException: Duplicate primary key exists in table"
    );
    EXPECT_EQ(
        run("SELECT * FROM Hash"), "{\"Items\":[{\"pk\":{\"S\":\"x\"},\"v\":{\"N\":\"1\"}}]}"
    );
    EXPECT_EQ(
        run("INSERT INTO Hash VALUE {'v': 1}"),
        "ValidationException: One or more parameter values were invalid: Missing the key pk "
        "in the item"
    );
}

TEST_F(StatementsTest, SelectsByKeys) {
    EXPECT_EQ(rows("WHERE pk = 'a'"), "a1 a2 a3 ");
    EXPECT_EQ(rows("WHERE 'a' = pk AND 1 < sk AND sk <= 3"), "a2 a3 ");
    EXPECT_EQ(rows("WHERE pk = 'a' AND sk BETWEEN 2 AND 3"), "a2 a3 ");
    EXPECT_EQ(rows("WHERE pk IN ['b', 'a'] AND sk = 2"), "a2 b2 ");
    EXPECT_EQ(rows("WHERE pk = 'a' AND sk IN (3, 1)"), "a1 a3 ");
    EXPECT_EQ(rows("WHERE pk = 'a' AND sk = 1 OR pk = 'b' AND sk > 2"), "a1 b3 ");
    EXPECT_EQ(rows("WHERE pk = 'a' AND v > 1"), "a2 a3 ");
    EXPECT_EQ(rows("WHERE pk = 'a' AND (v = 1 OR v = 3)"), "a1 a3 ");
    EXPECT_EQ(rows("WHERE pk = 'nobody'"), "");
}

TEST_F(StatementsTest, ScansWithoutPartitionKey) {
    EXPECT_EQ(rows("WHERE sk = 2 AND pk > 'a'"), "b2 ");
    EXPECT_EQ(rows("WHERE pk = 5 OR v = 9"), "");
    EXPECT_EQ(run("SELECT pk FROM Hash"), "{\"Items\":[]}");
}

TEST_F(StatementsTest, RefusesOverlaps) {
    const std::string overlap =
        "ValidationException: Overlapping conditions with range keys are not supported in where "
        "clause";
    EXPECT_EQ(rows("WHERE pk IN ['a', 'a']"), overlap);
    EXPECT_EQ(rows("WHERE pk = 'a' AND v = 1 OR pk = 'a' AND sk = 2"), overlap);
    EXPECT_EQ(rows("WHERE pk = 'a' AND v <> 1 OR pk = 'a' AND sk = 2"), overlap);
    EXPECT_EQ(rows("WHERE pk = 'a' AND sk < 2 OR pk = 'a' AND sk >= 2"), "a1 a2 a3 ");
    EXPECT_EQ(rows("WHERE pk = 'a' AND NOT sk = 1 OR pk = 'a' AND sk = 2"), "a2 a3 ");
    EXPECT_EQ(rows("WHERE pk = 'a' AND sk <> 1 OR pk = 'a' AND sk = 2"), "a2 a3 ");
    EXPECT_EQ(rows("WHERE pk = 'a' OR pk = 'a' AND NOT sk = 1"), "a1 a2 a3 ");
    EXPECT_EQ(rows("WHERE pk = 'a' AND NOT sk IN [1, 3] OR pk = 'a' AND sk = 2"), "a2 ");
}

TEST_F(StatementsTest, RefusesWrongKeyTypesAndTooManyReads) {
    EXPECT_EQ(
        rows("WHERE pk = 5"),
        "ValidationException: Key attribute's data type should match its data type in "
        "table's schema: Key pk"
    );
    std::string keys;
    for (int i = 0; i < 51; ++i) keys += (i == 0 ? "'" : ",'") + std::to_string(i) + "'";
    EXPECT_EQ(
        rows("WHERE pk IN [" + keys + "]"),
        "ValidationException: Too many decomposed read operations for a given query."
    );
    EXPECT_EQ(rows("WHERE zz IN [" + keys + "]"), "");
}

TEST_F(StatementsTest, OrdersRows) {
    EXPECT_EQ(rows("WHERE pk = 'a' ORDER BY sk DESC"), "a3 a2 a1 ");
    EXPECT_EQ(rows("WHERE pk = 'a' ORDER BY pk"), "a3 a2 a1 ");
    EXPECT_EQ(rows("WHERE pk IN ['a', 'b'] ORDER BY pk DESC, sk ASC"), "b1 b2 b3 a1 a2 a3 ");
    EXPECT_EQ(rows("WHERE pk = 'a' AND sk IN [1, 3] ORDER BY sk DESC"), "a3 a1 ");
    const std::string refused = "ValidationException: Must have ";
    EXPECT_EQ(
        rows("ORDER BY sk"), refused + "WHERE clause in the statement when using ORDER BY clause."
    );
    EXPECT_EQ(
        rows("WHERE v = 1 ORDER BY sk"),
        refused +
            "at least one non-optional hash key condition in WHERE clause when using "
            "ORDER BY clause."
    );
    EXPECT_EQ(
        rows("WHERE pk IN ['a', 'b'] ORDER BY sk"),
        refused +
            "hash key in ORDER BY clause when more than one hash key condition "
            "specified in WHERE clause."
    );
    EXPECT_EQ(
        rows("WHERE pk = 'a' ORDER BY v"),
        "ValidationException: Attribute v in ORDER BY clause must be part of the primary key"
    );
}

TEST_F(StatementsTest, Paginates) {
    const std::string both = "WHERE pk IN ['a', 'b'] ORDER BY pk DESC, sk DESC";
    EXPECT_EQ(rows(both, "\"Limit\":2"), "b3 b2 !");
    EXPECT_EQ(continued(both), "b1 a3 !");
    EXPECT_EQ(continued(both), "a2 a1 !");
    EXPECT_EQ(continued(both), "");
    EXPECT_EQ(rows("WHERE pk = 'a' AND sk = 1", "\"Limit\":1"), "a1 ");
    EXPECT_EQ(rows("WHERE pk IN ['a', 'b'] AND sk = 1", "\"Limit\":1"), "a1 !");
    EXPECT_EQ(continued("WHERE pk IN ['a', 'b'] AND sk = 1"), "b1 ");
    EXPECT_EQ(rows("", "\"Limit\":4").size(), 13U);
    EXPECT_EQ(continued("").size(), 7U);
}

TEST_F(StatementsTest, BindsTokensToStatements) {
    rows("WHERE pk = 'a'", "\"Limit\":1");
    ASSERT_FALSE(token_.empty());
    const std::string token = token_;
    EXPECT_EQ(
        rows("WHERE pk = 'b'", "\"NextToken\":\"" + token + "\""),
        "ValidationException: NextToken does not match request"
    );
    EXPECT_EQ(
        rows("WHERE pk = 'a'", "\"NextToken\":\"x\""), "ValidationException: Invalid NextToken"
    );
}

TEST_F(StatementsTest, UpdatesExistingItemsOnly) {
    const std::string key = " WHERE pk = 'a' AND sk = 1";
    EXPECT_EQ(run("UPDATE Both SET v = v + 10, w = 'x'" + key), "{\"Items\":[]}");
    EXPECT_EQ(
        run("SELECT v, w FROM Both" + key),
        "{\"Items\":[{\"v\":{\"N\":\"11\"},\"w\":{\"S\":\"x\"}}]}"
    );
    EXPECT_EQ(run("UPDATE Both SET v = 1 WHERE pk = 'a' AND sk = 9"), kFailed);
    EXPECT_EQ(
        run("UPDATE Both SET v = 1 WHERE pk = 'a' AND sk = 9 AND attribute_not_exists(pk)"), kFailed
    );
    EXPECT_EQ(run("UPDATE Both SET v = 1" + key + " AND v = 5"), kFailed);
    EXPECT_EQ(
        run("FROM Both" + key + " AND v = 11 SET v = 12 REMOVE w RETURNING MODIFIED NEW *"),
        "{\"Items\":[{\"v\":{\"N\":\"12\"}}]}"
    );
    EXPECT_EQ(
        run("UPDATE Both REMOVE absent" + key + " RETURNING MODIFIED OLD *"), "{\"Items\":[]}"
    );
    EXPECT_EQ(
        run("UPDATE Both SET s = set_add(s, <<'x'>>)" + key + " RETURNING MODIFIED NEW *"),
        "{\"Items\":[{\"s\":{\"SS\":[\"x\"]}}]}"
    );
    EXPECT_EQ(
        run("UPDATE Both SET s = set_delete(s, <<'x'>>)" + key + " RETURNING ALL NEW *"),
        "{\"Items\":[{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"v\":{\"N\":\"12\"}}]}"
    );
}

TEST_F(StatementsTest, DemandsKeyEqualities) {
    const std::string refused =
        "ValidationException: Where clause does not contain a mandatory equality on all key "
        "attributes";
    for (const std::string where :
         {"",
          " WHERE pk = 'a'",
          " WHERE pk = 'a' AND sk > 1",
          " WHERE pk = 'a' AND sk IN [1]",
          " WHERE pk = 'a' AND sk = 1 OR pk = 'a'"}) {
        EXPECT_EQ(run("DELETE FROM Both" + where), refused) << where;
    }
    EXPECT_EQ(
        run("DELETE FROM Both WHERE pk = 'a' AND sk = 1 AND sk = 2"),
        "ValidationException: Multiple conditions on same key sk. Only single item "
        "Update/Insert/Delete are supported"
    );
    EXPECT_EQ(run("DELETE FROM Both WHERE pk = 'a' AND (sk = 1 AND sk = 1.0) AND v = 7"), kFailed);
    EXPECT_EQ(
        run("DELETE FROM Both WHERE pk = 1 AND sk = 1"),
        "ValidationException: The provided key element does not match the schema"
    );
}

TEST_F(StatementsTest, DeletesExistingAndMissingItems) {
    const std::string key = " WHERE pk = 'b' AND sk = 1";
    EXPECT_EQ(run("DELETE FROM Both" + key + " AND v = 2"), kFailed);
    EXPECT_EQ(
        run("DELETE FROM Both" + key + " RETURNING ALL OLD *"),
        "{\"Items\":[{\"pk\":{\"S\":\"b\"},\"sk\":{\"N\":\"1\"},\"v\":{\"N\":\"1\"}}]}"
    );
    EXPECT_EQ(run("DELETE FROM Both" + key + " AND v = 2 RETURNING ALL OLD *"), "{\"Items\":[]}");
}

TEST_F(StatementsTest, ReadsIndexes) {
    database_.create_table(
        "Indexed",
        "pk:S sk:S",
        "g:S l:S",
        "\"GlobalSecondaryIndexes\":[{\"IndexName\":\"gsi\",\"KeySchema\":[{\"AttributeName\":"
        "\"g\","
        "\"KeyType\":\"HASH\"}],\"Projection\":{\"ProjectionType\":\"KEYS_ONLY\"}}],"
        "\"LocalSecondaryIndexes\":[{\"IndexName\":\"lsi\",\"KeySchema\":[{\"AttributeName\":"
        "\"pk\","
        "\"KeyType\":\"HASH\"},{\"AttributeName\":\"l\",\"KeyType\":\"RANGE\"}],\"Projection\":{"
        "\"ProjectionType\":\"KEYS_ONLY\"}}]"
    );
    run("INSERT INTO Indexed VALUE {'pk': 'p', 'sk': 's', 'g': 'x', 'l': 'y', 'z': 1}");
    EXPECT_EQ(
        run("SELECT * FROM Indexed.gsi WHERE g = 'x'"),
        "{\"Items\":[{\"g\":{\"S\":\"x\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}]}"
    );
    EXPECT_EQ(
        run("SELECT z FROM Indexed.lsi WHERE pk = 'p'", "\"ReturnConsumedCapacity\":\"INDEXES\""),
        "{\"Items\":[{\"z\":{\"N\":\"1\"}}],\"ConsumedCapacity\":{\"TableName\":\"Indexed\","
        "\"CapacityUnits\":1.0,\"Table\":{\"CapacityUnits\":0.5},\"LocalSecondaryIndexes\":{"
        "\"lsi\":{\"CapacityUnits\":0.5}}}}"
    );
    const std::string invalid = "ValidationException: One or more parameter values were invalid: ";
    EXPECT_EQ(
        run("SELECT z FROM Indexed.gsi"),
        invalid + "Global secondary index gsi does not project [z]"
    );
    EXPECT_EQ(
        run("SELECT pk FROM Indexed.lsi WHERE pk = 'p' AND z IS NOT MISSING"),
        invalid + "Secondary index lsi does not project one or more filter attributes: [z]"
    );
    EXPECT_EQ(
        run("SELECT pk FROM Indexed.gsi WHERE g = 'x' AND z = 1 OR g = 'y'"), "{\"Items\":[]}"
    );
    EXPECT_EQ(
        run("SELECT pk FROM Indexed.gsi WHERE NOT z = 1"), "{\"Items\":[{\"pk\":{\"S\":\"p\"}}]}"
    );
    EXPECT_EQ(
        run("SELECT * FROM Indexed.none", "\"ConsistentRead\":true"),
        "ValidationException: The table does not have the specified index"
    );
    EXPECT_EQ(
        run("SELECT * FROM Indexed.gsi", "\"ConsistentRead\":true"),
        "ValidationException: Strongly consistent read is not supported on Global Secondary "
        "Indexes"
    );
    EXPECT_EQ(
        run("DELETE FROM Indexed.gsi WHERE g = 'x'"),
        "ValidationException: This operation is not supported on an index"
    );
}

TEST_F(StatementsTest, ChecksColumnsBeforeReportingMissingTables) {
    EXPECT_EQ(
        run("SELECT COUNT(*) FROM Nowhere"),
        "ValidationException: Unexpected path component at 1:8:5"
    );
    EXPECT_EQ(
        run("SELECT * FROM Nowhere WHERE pk = 5"),
        "ResourceNotFoundException: Requested resource not found"
    );
    EXPECT_EQ(
        run("SELECT * FROM Nowhere WHERE a < true").substr(0, 41),
        "ValidationException: Incorrect operand ty"
    );
}

TEST_F(StatementsTest, ChecksRequests) {
    EXPECT_EQ(
        run(""),
        "ValidationException: 1 validation error detected: Value '' at 'statement' failed to "
        "satisfy constraint: Member must have length greater than or equal to 1"
    );
    EXPECT_EQ(
        run("SELECT * FROM Hash", "\"Limit\":0"),
        "ValidationException: 1 validation error detected: Value '0' at 'limit' failed to "
        "satisfy constraint: Member must have value greater than or equal to 1"
    );
    EXPECT_EQ(
        run("EXISTS(SELECT * FROM Hash WHERE pk = 'x' AND v = 1)"),
        "ValidationException: EXISTS can only be used in ExecuteTransaction write requests."
    );
}

class StatementBatchTest : public StatementsTest {
protected:
    std::string batch(const std::vector<std::string>& statements, std::string_view more = "") {
        std::string json = "{\"Statements\":[";
        for (const std::string& statement : statements) {
            if (json.back() != '[') json += ",";
            json += statement_json(statement);
        }
        json += "]";
        if (!more.empty()) json.append(",").append(more);
        return database_.run("BatchExecuteStatement", json + "}");
    }
};

TEST_F(StatementBatchTest, AnswersEachMember) {
    EXPECT_EQ(
        batch(
            {"SELECT v FROM Both WHERE pk = 'a' AND sk = 1",
             "SELECT v FROM Both WHERE pk = 'a' AND sk = 9",
             "SELECT * FROM Both WHERE pk = 'a'",
             "SELECT * FROM Nowhere WHERE pk = 'a'",
             "SLECT * FROM Both"},
            "\"ReturnConsumedCapacity\":\"TOTAL\""
        ),
        "{\"Responses\":[{\"TableName\":\"Both\",\"Item\":{\"v\":{\"N\":\"1\"}}},{\"TableName\":"
        "\"Both\"},{\"Error\":{\"Code\":\"ValidationError\",\"Message\":\"Select statements within "
        "BatchExecuteStatement must specify the primary key in the where clause.\"}},{\"Error\":{"
        "\"Code\":\"ResourceNotFound\",\"Message\":\"Requested resource not found\"}},{\"Error\":{"
        "\"Code\":\"ValidationError\",\"Message\":\"Statement wasn't well formed, can't be "
        "processed: Expected data manipulation\"}}],\"ConsumedCapacity\":[{\"TableName\":\"Both\","
        "\"CapacityUnits\":1.0}]}"
    );
}

TEST_F(StatementBatchTest, NamesTheTableOfMembersThatRan) {
    EXPECT_EQ(
        batch(
            {"INSERT INTO Both VALUE {'pk': 'a', 'sk': 1}",
             "UPDATE Both SET v = 1 WHERE pk = 'a' AND sk = 2 AND v = 7",
             "DELETE FROM Both WHERE pk = 'a' AND sk = 3 RETURNING ALL OLD *"}
        ),
        "{\"Responses\":[{\"Error\":{\"Code\":\"DuplicateItem\",\"Message\":\"Duplicate primary "
        "key "
        "exists in "
        "table\"},\"TableName\":\"Both\"},{\"Error\":{\"Code\":\"ConditionalCheckFailed\","
        "\"Message\":\"The conditional request failed\"},\"TableName\":\"Both\"},{\"TableName\":"
        "\"Both\",\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"3\"},\"v\":{\"N\":\"3\"}}}]}"
    );
}

TEST_F(StatementBatchTest, RefusesMixturesAndRepetitions) {
    EXPECT_EQ(
        batch({"SELECT * FROM Hash WHERE pk = 'a'", "DELETE FROM Hash WHERE pk = 'b'"})
            .substr(0, 20),
        "ValidationException:"
    );
    EXPECT_EQ(
        batch({"DELETE FROM Hash WHERE pk = 'a'", "DELETE FROM Hash WHERE pk = 'a'"}).substr(0, 20),
        "ValidationException:"
    );
    EXPECT_EQ(batch({}).substr(0, 20), "ValidationException:");
}

}  // namespace
}  // namespace stator::engine::operations
