// Batches that return unprocessed parts, and conflicts with a transaction that does not exist. A
// client that sends the rest again loses nothing, and a request with a conflict has changed
// nothing.
#include <map>
#include <utility>
#include <vector>

#include "engine/base/seeded_random.hpp"
#include "tests/engine/faults/rare_requests.hpp"

namespace stator::engine::faults {
namespace {

using protocol::wire::JsonDocument;

class UnprocessedParts : public RareRequests {
protected:
    UnprocessedParts() {
        database.create_table("tab", "pk:S");
        database.create_table("other", "pk:S sk:N");
    }

    // The member of a reply as JSON, "{}" if it is empty. Returns the whole reply if it has no such
    // member.
    static std::string member_text(const std::string& reply, std::string_view name) {
        const auto json = JsonDocument::parse(reply);
        const auto found = json ? json->root().find(name) : std::nullopt;
        return found ? found->text() : reply;
    }

    static std::string key(const std::string& table, int i) {
        const std::string number = std::to_string(i);
        const std::string pk = R"({"pk":{"S":"k)" + number + "\"}";
        return table == "tab" ? pk + "}" : pk + R"(,"sk":{"N":")" + number + "\"}}";
    }

    // Ten keys for each table, each between `before` and `after`.
    static std::string twenty(const std::string& before, const std::string& after) {
        std::string request;
        for (const std::string table : {"tab", "other"}) {
            request += (request.empty() ? "{\"" : ",\"") + table + "\":[";
            for (int i = 0; i < 10; ++i) {
                request += (i > 0 ? "," : "") + before + key(table, i) + after;
            }
            request += "]";
        }
        return request + "}";
    }

    std::size_t count(const std::string& table) {
        const auto reply = JsonDocument::parse(run("Scan", R"({"TableName":")" + table + "\"}"));
        return static_cast<std::size_t>(reply->root().find("Count")->integer());
    }

    // Sends a batch of writes until nothing is unprocessed. Returns the number of requests.
    int write_all(std::string items, double fraction, std::uint64_t seed) {
        int rounds = 0;
        while (items != "{}" && rounds < 30) {
            RareAnswers rare;
            rare.unprocessed_fraction = fraction;
            rare.unprocessed_seed = mix(seed, static_cast<std::uint64_t>(rounds++));
            const auto reply = run("BatchWriteItem", R"({"RequestItems":)" + items + "}", &rare);
            const std::string rest = member_text(reply, "UnprocessedItems");
            EXPECT_LT(rest.size(), items.size()) << "each round processes something";
            items = rest;
        }
        return rounds;
    }
};

TEST_F(UnprocessedParts, OfWritesCanBeSentUntilNoneIsLeft) {
    const std::string puts = twenty(R"({"PutRequest":{"Item":)", "}}");
    const std::string deletes = twenty(R"({"DeleteRequest":{"Key":)", "}}");
    int rounds = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        rounds += write_all(puts, 0.5, seed);
        EXPECT_EQ(count("tab") + count("other"), 20U) << seed;
        rounds += write_all(deletes, 0.5, seed);
        EXPECT_EQ(count("tab") + count("other"), 0U) << seed;
    }
    EXPECT_GT(rounds, 80 * 3);
    EXPECT_EQ(write_all(puts, 1, 0), 20) << "one of them is always processed";
    EXPECT_EQ(count("tab") + count("other"), 20U);
}

TEST_F(UnprocessedParts, OfReadsCanBeSentUntilNoneIsLeft) {
    write_all(twenty(R"({"PutRequest":{"Item":)", "}}"), 0, 0);
    const std::string keys = [] {
        std::string request;
        for (const std::string table : {"tab", "other"}) {
            request += (request.empty() ? "{\"" : ",\"") + table +
                       R"(":{"ConsistentRead":true,"ProjectionExpression":"#p",)"
                       R"("ExpressionAttributeNames":{"#p":"pk"},"Keys":[)";
            for (int i = 0; i < 10; ++i) request += (i > 0 ? "," : "") + key(table, i);
            request += "]}";
        }
        return request + "}";
    }();
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        std::map<std::string, int> found;
        std::string rest = keys;
        for (std::uint64_t round = 0; rest != "{}" && round < 30; ++round) {
            RareAnswers rare;
            rare.unprocessed_fraction = seed == 0 ? 1 : 0.5;
            rare.unprocessed_seed = mix(seed, round);
            const auto reply =
                JsonDocument::parse(run("BatchGetItem", R"({"RequestItems":)" + rest + "}", &rare));
            ASSERT_TRUE(reply);
            for (const auto& table : reply->root().find("Responses")->members()) {
                for (const auto& item : protocol::wire::JsonView(table.value).elements()) {
                    ++found[table.name.GetString() + protocol::wire::JsonView(item).text()];
                }
            }
            rest = reply->root().find("UnprocessedKeys")->text();
        }
        EXPECT_EQ(found.size(), 20U) << seed;
        for (const auto& [item, times] : found) EXPECT_EQ(times, 1) << item;
    }
}

// A reply that has no room for more keys is not a rare answer, but reports unprocessed keys in the
// same way.
TEST_F(UnprocessedParts, OfALargeReplyAreCounted) {
    const std::string text(390'000, 'x');
    std::string keys;
    for (int i = 0; i < 50; ++i) {
        std::string item = key("tab", i);
        keys += (i > 0 ? "," : "") + item;
        item.pop_back();
        ASSERT_EQ(run("PutItem", put_request(item + R"(,"text":{"S":")" + text + "\"}}")), "{}");
    }
    capacity::RequestMeter meter;
    const auto reply = JsonDocument::parse(
        run("BatchGetItem", R"({"RequestItems":{"tab":{"Keys":[)" + keys + "]}}}", nullptr, &meter)
    );
    ASSERT_TRUE(reply);
    const auto rest = reply->root().find("UnprocessedKeys")->find("tab");
    ASSERT_TRUE(rest);
    EXPECT_EQ(meter.unprocessed, static_cast<std::int64_t>(rest->find("Keys")->size()));
}

class RareConflicts : public RareRequests {
protected:
    RareConflicts() {
        database.create_table("tab", "pk:S");
        run("PutItem", put_request(R"({"pk":{"S":"a"},"n":{"N":"1"}})"));
    }

    std::string scan() { return run("Scan", R"({"TableName":"tab"})"); }

    // Sends the request with a conflict at each position, and with one after the last.
    void expect_conflicts(const std::string& operation, const std::string& request) {
        const std::string before = scan();
        const std::vector<std::string> expected = {
            "TransactionCanceledException TransactionConflict None None",
            "TransactionCanceledException None TransactionConflict None",
            "TransactionCanceledException None None TransactionConflict",
            "TransactionCanceledException None None TransactionConflict",
        };
        for (std::size_t place = 0; place < expected.size(); ++place) {
            RareAnswers rare;
            rare.conflict_at = place;
            EXPECT_EQ(run(operation, request, &rare), expected[place]);
            EXPECT_EQ(scan(), before);
        }
        EXPECT_EQ(run(operation, request).find("Exception"), std::string::npos);
    }
};

TEST_F(RareConflicts, CancelAWritingTransactionAndLeaveItsToken) {
    const std::string request =
        R"({"ClientRequestToken":"one","TransactItems":[
        {"Put":{"TableName":"tab","Item":{"pk":{"S":"b"}}}},
        {"Update":{"TableName":"tab","Key":{"pk":{"S":"a"}},"UpdateExpression":"REMOVE n"}},
        {"Delete":{"TableName":"tab","Key":{"pk":{"S":"c"}}}}]})";
    const std::string before = scan();
    expect_conflicts("TransactWriteItems", request);
    EXPECT_NE(scan(), before) << "the token did not answer for the cancelled ones";
}

TEST_F(RareConflicts, CancelAReadingTransaction) {
    expect_conflicts(
        "TransactGetItems",
        R"({"TransactItems":[{"Get":{"TableName":"tab","Key":{"pk":{"S":"a"}}}},
        {"Get":{"TableName":"tab","Key":{"pk":{"S":"b"}}}},
        {"Get":{"TableName":"tab","Key":{"pk":{"S":"c"}}}}]})"
    );
}

TEST_F(RareConflicts, CancelTransactionsOfStatements) {
    expect_conflicts(
        "ExecuteTransaction",
        R"({"TransactStatements":[{"Statement":"SELECT * FROM tab WHERE pk = 'a'"},
        {"Statement":"SELECT * FROM tab WHERE pk = 'b'"},
        {"Statement":"SELECT * FROM tab WHERE pk = 'c'"}]})"
    );
    const std::string before = scan();
    expect_conflicts(
        "ExecuteTransaction",
        R"({"TransactStatements":[{"Statement":"INSERT INTO tab VALUE {'pk':'b'}"},
        {"Statement":"UPDATE tab REMOVE n WHERE pk = 'a'"},
        {"Statement":"INSERT INTO tab VALUE {'pk':'c'}"}]})"
    );
    EXPECT_NE(scan(), before);
}

TEST_F(RareConflicts, RefuseSingleWritesWhichThenPass) {
    const std::vector<std::pair<std::string, std::string>> writes = {
        {"PutItem", put_request(R"({"pk":{"S":"b"}})")},
        {"UpdateItem",
         R"({"TableName":"tab","Key":{"pk":{"S":"a"}},"UpdateExpression":"REMOVE n"})"},
        {"DeleteItem", R"({"TableName":"tab","Key":{"pk":{"S":"a"}}})"},
        {"ExecuteStatement", R"({"Statement":"INSERT INTO tab VALUE {'pk':'c'}"})"},
    };
    RareAnswers rare;
    rare.conflict_at = 2;
    for (const auto& [operation, request] : writes) {
        const std::string before = scan();
        const std::string reply = run(operation, request, &rare);
        EXPECT_EQ(reply.substr(0, 29), "TransactionConflictException:") << operation;
        EXPECT_EQ(scan(), before) << operation;
        EXPECT_EQ(run(operation, request).find("Exception"), std::string::npos);
        EXPECT_NE(scan(), before) << operation;
    }
}

TEST_F(RareConflicts, RefuseOneStatementOfABatch) {
    RareAnswers rare;
    rare.conflict_at = 1;
    const std::string reply =
        run("BatchExecuteStatement",
            R"({"Statements":[{"Statement":"INSERT INTO tab VALUE {'pk':'d'}"},
                              {"Statement":"INSERT INTO tab VALUE {'pk':'e'}"},
                              {"Statement":"INSERT INTO tab VALUE {'pk':'f'}"}]})",
            &rare);
    EXPECT_EQ(
        reply,
        R"({"Responses":[{"TableName":"tab"},{"Error":{"Code":"TransactionConflict",)"
        R"("Message":"Transaction is ongoing for the item"},"TableName":"tab"},)"
        R"({"TableName":"tab"}]})"
    );
    EXPECT_NE(scan().find(R"("pk":{"S":"d"})"), std::string::npos);
    EXPECT_EQ(scan().find(R"("pk":{"S":"e"})"), std::string::npos);
    EXPECT_NE(scan().find(R"("pk":{"S":"f"})"), std::string::npos);
}

TEST_F(RareConflicts, AreNotForBatchesOfWrites) {
    RareAnswers rare;
    rare.conflict_at = 0;
    const std::string request =
        R"({"RequestItems":{"tab":[{"PutRequest":{"Item":{"pk":{"S":"g"}}}}]}})";
    EXPECT_EQ(run("BatchWriteItem", request, &rare), R"({"UnprocessedItems":{}})");
}

}  // namespace
}  // namespace stator::engine::faults
