#include "protocol/operations/statements/statements.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::statements {
namespace {

const std::string kNull = "' failed to satisfy constraint: Member must not be null";
const std::string kNotANumber = "The parameter cannot be converted to a numeric value: x";
const std::string kUnreadable =
    "Statement wasn't well formed, can't be processed: Expected data manipulation";
const std::string kSelect = "'Statement': 'SELECT * FROM tbl WHERE pk = ?'";

TEST(ExecuteStatementRequest, ReportsParametersFirst) {
    EXPECT_EQ(
        verdict(decode_execute_statement, "{'Statement': 'x', 'Parameters': [{'N': 'x'}]}"),
        kNotANumber
    );
    EXPECT_EQ(
        verdict(decode_execute_statement, "{'Statement': 'x', 'Parameters': [{'N': '1'}]}"),
        kUnreadable
    );
    EXPECT_EQ(
        verdict(decode_execute_statement, "{" + kSelect + ", 'Parameters': []}"),
        kEnvelope +
            "Value '[]' at 'parameters' failed to satisfy constraint: Member must have "
            "length greater than or equal to 1"
    );
    EXPECT_EQ(
        verdict(decode_execute_statement, "{}"), kEnvelope + "Value null at 'statement" + kNull
    );
}

TEST(ExecuteStatementRequest, LimitsItsText) {
    const std::string begin = "{'Statement': 'SELECT * FROM tbl";
    EXPECT_EQ(verdict(decode_execute_statement, begin + std::string(8'192 - 17, ' ') + "'}"), "ok");
    const std::string message =
        verdict(decode_execute_statement, begin + std::string(8'193 - 17, ' ') + "'}");
    EXPECT_NE(message.find("have length less than or equal to 8192"), std::string::npos);
}

TEST(ExecuteStatementRequest, IsIdentifiedByStatementAndParameters) {
    const auto fingerprint = [](const std::string& value) {
        return decoded(
                   decode_execute_statement,
                   "{" + kSelect + ", 'Parameters': [{'S': '" + value + "'}], 'Limit': 3}"
        )
            .fingerprint;
    };
    EXPECT_EQ(fingerprint("a"), fingerprint("a"));
    EXPECT_NE(fingerprint("a"), fingerprint("b"));
}

TEST(BatchExecuteStatementRequest, KeepsAFaultInItsMember) {
    const auto batch = decoded(
        decode_batch_execute_statement,
        "{'Statements': [{'Statement': 'x', 'ConsistentRead': true},"
        " {" +
            kSelect + ", 'Parameters': [{'N': 'x'}]}, {" + kSelect +
            ", 'Parameters': [{'N': '1'}]}]}"
    );
    ASSERT_EQ(batch.statements.size(), 3u);
    EXPECT_EQ(tests::verdict(batch.statements[0].statement), kUnreadable);
    EXPECT_TRUE(batch.statements[0].consistent);
    EXPECT_EQ(tests::verdict(batch.statements[1].statement), kNotANumber);
    EXPECT_EQ(tests::verdict(batch.statements[2].statement), "ok");
}

TEST(BatchExecuteStatementRequest, TakesTwentyFiveMembers) {
    const auto batch = [](int count) {
        std::string members = "{'Statement': 'x'}";
        for (int i = 1; i < count; ++i) members.append(", {'Statement': 'x'}");
        return verdict(decode_batch_execute_statement, "{'Statements': [" + members + "]}");
    };
    EXPECT_EQ(batch(25), "ok");
    EXPECT_NE(batch(26).find("have length less than or equal to 25"), std::string::npos);
    EXPECT_EQ(
        verdict(decode_batch_execute_statement, "{'Statements': [{'Statement': 'x'}, null]}"),
        kEnvelope + "Value null at 'statements.2.member" + kNull
    );
}

TEST(ExecuteTransactionRequest, ReportsParametersBeforeStatements) {
    const auto outcome = [](const std::string& second) {
        return verdict(
            decode_execute_transaction,
            "{'TransactStatements': [{'Statement': 'x'}, {'Statement': 'y'" + second + "}]}"
        );
    };
    EXPECT_EQ(outcome(", 'Parameters': [{'N': 'x'}]"), kNotANumber);
    EXPECT_EQ(outcome(""), "ok");
    EXPECT_EQ(
        verdict(decode_execute_transaction, "{'TransactStatements': [null]}"),
        kEnvelope + "Value null at 'transactStatements.1.member" + kNull
    );
}

TEST(ExecuteTransactionRequest, IsIdentifiedByStatementsAndParameters) {
    const auto payload = [](const std::string& statements) {
        return decoded(decode_execute_transaction, "{'TransactStatements': [" + statements + "]}")
            .payload;
    };
    const std::string one = "{" + kSelect + ", 'Parameters': [{'N': '1'}]}";
    EXPECT_EQ(payload(one), payload("{'Parameters': [{'N': '1.0'}], " + kSelect + "}"));
    EXPECT_NE(payload(one), payload("{" + kSelect + ", 'Parameters': [{'N': '2'}]}"));
    EXPECT_NE(payload(one), payload(one + ", " + one));
    EXPECT_NE(
        payload("{'Statement': 'ab'}, {'Statement': 'c'}"),
        payload("{'Statement': 'a'}, {'Statement': 'bc'}")
    );
}

}  // namespace
}  // namespace stator::protocol::operations::statements
