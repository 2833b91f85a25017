// Replies that show a write wait until the write is durable; eventually consistent reads do not
// wait.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations {
namespace {

using testing::Database;

class DurableReadsTest : public ::testing::Test {
protected:
    DurableReadsTest() : database_({}, directory_.path()) { database_.create_table("tbl", "pk:S"); }

    // The ticket that the reply waits for.
    JournalTicket ticket(const std::string& operation, const std::string& request) {
        return ticket(database_, operation, request);
    }

    static JournalTicket ticket(
        Database& database, const std::string& operation, const std::string& request
    ) {
        RequestOutcome outcome;
        reply_ = database.run(operation, request, "us-east-1", outcome);
        return outcome.journal_ticket;
    }

    static std::string put(const std::string& pk, const std::string& more = "") {
        return R"({"TableName":"tbl","Item":{"pk":{"S":")" + pk + R"("},"v":{"S":"x"}})" + more +
               "}";
    }

    static std::string key(const std::string& pk, const std::string& more = "") {
        return R"({"TableName":"tbl","Key":{"pk":{"S":")" + pk + R"("}})" + more + "}";
    }

    // Requests whose replies depend on the last write of "a".
    static std::vector<std::pair<std::string, std::string>> showing_a() {
        const std::string get = R"({"Get":)" + key("a") + "}";
        return {
            {"GetItem", key("a", R"(,"ConsistentRead":true)")},
            {"BatchGetItem",
             R"({"RequestItems":{"tbl":{"Keys":[{"pk":{"S":"a"}}],"ConsistentRead":true}}})"},
            {"Query",
             R"({"TableName":"tbl","KeyConditionExpression":"pk = :a","ConsistentRead":true,)"
             R"("ExpressionAttributeValues":{":a":{"S":"a"}}})"},
            {"Scan", R"({"TableName":"tbl","ConsistentRead":true})"},
            {"TransactGetItems", R"({"TransactItems":[)" + get + "]}"},
            {"ExecuteStatement",
             R"({"Statement":"SELECT * FROM tbl WHERE pk = 'a'","ConsistentRead":true})"},
            {"ExecuteStatement", R"({"Statement":"SELECT * FROM tbl","ConsistentRead":true})"},
            {"BatchExecuteStatement",
             R"({"Statements":[{"Statement":"SELECT * FROM tbl WHERE pk = 'a'",)"
             R"("ConsistentRead":true}]})"},
            {"ExecuteTransaction",
             R"({"TransactStatements":[{"Statement":"SELECT * FROM tbl WHERE pk = 'a'"}]})"},
            {"PutItem", put("a", R"x(,"ConditionExpression":"attribute_not_exists(pk)")x")},
            {"PutItem", put("a")},  // changes nothing, and confirms the item
            {"DeleteItem",
             key("a",
                 R"(,"ConditionExpression":"v = :v",)"
                 R"("ExpressionAttributeValues":{":v":{"S":"other"}})")},
            {"TransactWriteItems",
             R"({"TransactItems":[{"ConditionCheck":)" +
                 key("a", R"x(,"ConditionExpression":"attribute_not_exists(pk)")x") + "}]}"},
            {"ExecuteStatement", R"({"Statement":"INSERT INTO tbl VALUE {'pk':'a'}"})"},
        };
    }

    static inline std::string reply_;
    const testing::TemporaryDirectory directory_;
    Database database_;
};

TEST_F(DurableReadsTest, WaitForTheWriteThatTheyShow) {
    const JournalTicket before = ticket("PutItem", put("b"));
    const JournalTicket written = ticket("PutItem", put("a"));
    ASSERT_GT(written, before);
    for (const auto& [operation, request] : showing_a()) {
        EXPECT_EQ(ticket(operation, request), written) << operation << request << reply_;
    }
}

TEST_F(DurableReadsTest, DoNotWaitIfTheyAreEventuallyConsistent) {
    ticket("PutItem", put("a"));
    EXPECT_EQ(ticket("GetItem", key("a")), JournalTicket());
    EXPECT_EQ(ticket("Scan", R"({"TableName":"tbl"})"), JournalTicket());
    EXPECT_EQ(
        ticket("ExecuteStatement", R"({"Statement":"SELECT * FROM tbl WHERE pk = 'a'"})"),
        JournalTicket()
    );
}

// Few writes share the ticket of an item.
TEST_F(DurableReadsTest, DoNotWaitForMostOtherItems) {
    const JournalTicket created = ticket("GetItem", key("none", R"(,"ConsistentRead":true)"));
    ticket("PutItem", put("a"));
    int waiting = 0;
    for (int i = 0; i < 100; ++i) {
        const std::string other = key(std::to_string(i), R"(,"ConsistentRead":true)");
        if (ticket("GetItem", other) > created) ++waiting;
    }
    EXPECT_GT(waiting, 0);
    EXPECT_LT(waiting, 30);
}

TEST_F(DurableReadsTest, WaitForTheTableThatTheyFind) {
    database_.create_table("late", "pk:S");
    const std::string scan = R"({"TableName":"late","ConsistentRead":true})";
    const JournalTicket created = ticket("Scan", scan);
    EXPECT_GT(created, JournalTicket());
    ticket("DeleteTable", R"({"TableName":"late"})");
    EXPECT_GT(ticket("Scan", scan), created) << reply_;
}

TEST_F(DurableReadsTest, WaitForTheUniverseThatTheyFind) {
    const JournalTicket written = ticket("PutItem", put("a"));
    const JournalTicket replaced = database_.engine().copy_universe("", "");
    ASSERT_GT(replaced, written);
    EXPECT_GE(ticket("GetItem", key("a", R"(,"ConsistentRead":true)")), replaced);
}

TEST_F(DurableReadsTest, KeepTheirTicketsWhenAPartitionSplits) {
    const JournalTicket written = ticket("PutItem", put("a"));
    database_.table("tbl")->split_partition(UINT64_MAX / 3, database_.clock().now());
    database_.table("tbl")->split_partition(UINT64_MAX / 2, database_.clock().now());
    EXPECT_EQ(ticket("GetItem", key("a", R"(,"ConsistentRead":true)")), written);
}

TEST_F(DurableReadsTest, NeverWaitInMemory) {
    Database memory;
    memory.create_table("tbl", "pk:S");
    EXPECT_EQ(ticket(memory, "PutItem", put("a")), JournalTicket());
    for (const auto& [operation, request] : showing_a()) {
        EXPECT_EQ(ticket(memory, operation, request), JournalTicket()) << operation;
    }
}

}  // namespace
}  // namespace stator::engine::operations
