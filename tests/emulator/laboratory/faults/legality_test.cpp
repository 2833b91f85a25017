// A hundred thousand requests under the adversarial preset: every answer to a throttled request is
// one that DynamoDB gives for that table or index.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/base/seeded_random.hpp"
#include "protocol/wire/json.hpp"
#include "tests/emulator/support/dispatched_world.hpp"
#include "tests/support/throttling_rows.hpp"

namespace stator::emulator::laboratory::faults {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

constexpr std::size_t kRequests = 100'000;
constexpr std::string_view kArnBegin = "arn:aws:dynamodb:us-east-1:123456789012:table/";

// Tables of each billing mode, each with both kinds of index: "ond", "omx" with its own maxima, and
// "prv".
constexpr std::array<std::string_view, 3> kTables = {"ond", "omx", "prv"};

std::string create_request(std::string_view table) {
    constexpr std::string_view kMaximum =
        R"("OnDemandThroughput":{"MaxReadRequestUnits":100,"MaxWriteRequestUnits":100})";
    constexpr std::string_view kUnits =
        R"("ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5})";
    std::string own;
    if (table == "omx") own = kMaximum;
    if (table == "prv") own = kUnits;
    std::string request = R"({"TableName":")" + std::string(table) + R"(","BillingMode":")";
    request += table == "prv" ? "PROVISIONED\"," : "PAY_PER_REQUEST\",";
    if (!own.empty()) request += own + ",";
    request +=
        R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
        R"({"AttributeName":"sk","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},)"
        R"({"AttributeName":"sk","KeyType":"RANGE"}],"LocalSecondaryIndexes":[{"IndexName":"by_l",)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},)"
        R"({"AttributeName":"g","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}],)"
        R"("GlobalSecondaryIndexes":[{"IndexName":"by_g","KeySchema":[)"
        R"({"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"})";
    if (!own.empty()) request += "," + own;
    return request + "}]}";
}

struct Request {
    std::string_view operation;
    std::string body;
    // The table of each action of a transaction.
    std::vector<std::string> tables;
    bool is_wrong = false;  // it is rejected in any case
};

// Makes requests for all operations on items. Some name a missing table or have an invalid key.
class Requests {
public:
    Request next() {
        ++number_;
        const std::uint64_t mistake = draw(40);
        Request request = make(mistake == 0 ? "none" : table());
        if (mistake == 0) request.is_wrong = request.operation != "BatchExecuteStatement";
        if (mistake == 1) {
            constexpr std::string_view kSortKey = "\"sk\"";
            auto at = request.body.find(kSortKey);
            request.is_wrong = at != std::string::npos;
            for (; at != std::string::npos; at = request.body.find(kSortKey)) {
                request.body.replace(at, kSortKey.size(), "\"no\"");
            }
        }
        return request;
    }

private:
    std::uint64_t draw(std::uint64_t most) { return engine::mix(number_, ++draws_) % most; }

    std::string table() { return std::string(kTables[draw(kTables.size())]); }

    std::string text(std::string_view prefix) {
        return "{\"S\":\"" + std::string(prefix) + std::to_string(draw(8)) + "\"}";
    }

    std::string key(std::string_view prefix = "p") {
        return R"({"pk":)" + text(prefix) + R"(,"sk":{"S":"s"}})";
    }

    std::string item() {
        std::string item = R"({"pk":)" + text("p") + R"(,"sk":{"S":"s"})";
        if (draw(3) > 0) item += R"(,"g":)" + text("g");
        return item + "}";
    }

    std::string named(const std::string& table) { return R"("TableName":")" + table + "\""; }

    // An update that always succeeds, of an attribute of the global index.
    std::string update() {
        return R"("UpdateExpression":"SET g = :g","ExpressionAttributeValues":{":g":)" + text("g") +
               "}";
    }

    std::string statement(const std::string& table, bool is_read) {
        const std::string where =
            " WHERE pk = 'p" + std::to_string(draw(8)) + "' AND \\\"sk\\\" = 's'\"}";
        if (is_read) return R"({"Statement":"SELECT * FROM )" + table + where;
        return R"({"Statement":"UPDATE )" + table + " SET g = 'g" + std::to_string(draw(8)) + "'" +
               where;
    }

    Request make(const std::string& table) {
        switch (draw(13)) {
            case 0: return {"GetItem", "{" + named(table) + R"(,"Key":)" + key() + "}", {}};
            case 1: return {"PutItem", "{" + named(table) + R"(,"Item":)" + item() + "}", {}};
            case 2:
                return {
                    "UpdateItem",
                    "{" + named(table) + R"(,"Key":)" + key() + "," + update() + "}",
                    {}};
            case 3: return {"DeleteItem", "{" + named(table) + R"(,"Key":)" + key("q") + "}", {}};
            case 4: return query(table);
            case 5: return scan(table);
            case 6: return batch_get(table);
            case 7: return batch_write(table);
            case 8: return transact_get(table);
            case 9: return transact_write(table);
            case 10: return {"ExecuteStatement", statement(table, draw(2) == 0), {}};
            case 11: return statements("BatchExecuteStatement", "Statements", table);
            default: return statements("ExecuteTransaction", "TransactStatements", table);
        }
    }

    Request query(const std::string& table) {
        const std::uint64_t which = draw(3);
        std::string body = "{" + named(table);
        if (which == 1) body += R"(,"IndexName":"by_l")";
        if (which == 2) body += R"(,"IndexName":"by_g")";
        const std::string name = which == 2 ? "g" : "pk";
        body += R"(,"KeyConditionExpression":")" + name +
                R"( = :v","FilterExpression":"#x <> :v","ExpressionAttributeNames":{"#x":"x"},)"
                R"("ExpressionAttributeValues":{":v":)" +
                text(which == 2 ? "g" : "p") + "}}";
        return {"Query", std::move(body), {}};
    }

    Request scan(const std::string& table) {
        const std::string index = draw(2) == 0 ? R"(,"IndexName":"by_g")" : "";
        return {"Scan", "{" + named(table) + index + R"(,"Limit":3})", {}};
    }

    Request batch_get(const std::string& table) {
        return {
            "BatchGetItem",
            R"({"RequestItems":{")" + table + R"(":{"Keys":[)" + key("a") + "," + key("b") + "]}}}",
            {}};
    }

    Request batch_write(const std::string& table) {
        std::string body = R"({"RequestItems":{")" + table + R"(":[{"PutRequest":{"Item":)" +
                           item() + R"(}},{"DeleteRequest":{"Key":)" + key("q") + "}}]";
        const std::string other = this->table();
        if (other != table) {
            body += ",\"" + other + R"(":[{"PutRequest":{"Item":)" + item() + "}}]";
        }
        return {"BatchWriteItem", body + "}}", {}};
    }

    Request transact_get(const std::string& table) {
        Request request{"TransactGetItems", R"({"TransactItems":[)", {table, this->table()}};
        const char* prefixes[] = {"a", "b"};
        for (std::size_t i = 0; i < 2; ++i) {
            request.body += (i > 0 ? "," : "") + std::string(R"({"Get":{)") +
                            named(request.tables[i]) + R"(,"Key":)" + key(prefixes[i]) + "}}";
        }
        request.body += "]}";
        return request;
    }

    Request transact_write(const std::string& table) {
        Request request{
            "TransactWriteItems", R"({"TransactItems":[{"Update":{)", {table, this->table()}};
        request.body += named(table) + R"(,"Key":)" + key("a") + "," + update() +
                        R"(}},{"Delete":{)" + named(request.tables[1]) + R"(,"Key":)" + key("b") +
                        "}}]}";
        return request;
    }

    Request statements(
        std::string_view operation, const std::string& member, const std::string& table
    ) {
        const bool is_read = draw(2) == 0;
        Request request{operation, "{\"" + member + "\":[" + statement(table, is_read), {table}};
        // Never the same item.
        const std::string other = this->table();
        if (other != table) {
            request.body += "," + statement(other, is_read);
            request.tables.push_back(other);
        }
        request.body += "]}";
        return request;
    }

    std::uint64_t number_ = 0;
    std::uint64_t draws_ = 0;
};

bool is_throttling(std::string_view type) {
    return type == "ProvisionedThroughputExceededException" || type == "ThrottlingException" ||
           type == "RequestLimitExceeded";
}

// Finds the rows of the table of throttling reasons for an exception: "on demand", "table write".
class Judge {
public:
    // The rows that were met: source and reason.
    std::set<std::pair<std::string, std::string>> met;
    std::map<std::string, int> answers;

    // "" for an answer that DynamoDB could give; otherwise the error in it.
    std::string judge(const Request& request, const http::Reply& reply) {
        if (reply.delivery == http::Delivery::Dropped) return "";
        const auto document = JsonDocument::parse(reply.body);
        if (!document) return "no JSON";
        const JsonView answer = document->root();
        if (reply.status == 200) {
            if (request.is_wrong) return "accepted what is wrong";
            return request.operation == "BatchExecuteStatement" ? judge_members(answer) : "";
        }
        const std::string_view long_type = answer.string_or_empty("__type");
        const std::string_view type = long_type.substr(long_type.find('#') + 1);
        ++answers[std::string(type)];
        if (type == "InternalServerError" || type == "ServiceUnavailable") return "";
        if (request.is_wrong) return judge_wrong(type, answer);
        if (is_throttling(type)) return judge_exception(type, answer);
        if (type == "TransactionCanceledException") return judge_cancellation(request, answer);
        return type == "TransactionConflictException" ? "" : "unexpected";
    }

private:
    static std::string mode_of(std::string_view table) {
        return table == "prv" ? "provisioned" : "on demand";
    }

    // AWS: validation errors come before throttling.
    static std::string judge_wrong(std::string_view type, JsonView answer) {
        if (type == "ValidationException" || type == "ResourceNotFoundException") return "";
        if (type != "TransactionCanceledException") return "throttled what is wrong";
        for (const auto& element : answer.find("CancellationReasons")->elements()) {
            const std::string_view code = JsonView(element).string_or_empty("Code");
            if (code == "ValidationError" || code == "ResourceNotFound") return "";
        }
        return "cancelled what is wrong";
    }

    std::string judge_exception(std::string_view type, JsonView answer) {
        auto reasons = answer.find("ThrottlingReasons");
        if (!reasons) reasons = answer.find("throttlingReasons");
        if (!reasons || reasons->size() != 1) return "not one reason";
        const JsonView reason(*reasons->elements().Begin());
        const std::string_view text = reason.string_or_empty("reason");
        std::string_view resource = reason.string_or_empty("resource");
        if (!resource.starts_with(kArnBegin)) return "no resource";
        resource.remove_prefix(kArnBegin.size());
        const std::string_view table = resource.substr(0, resource.find('/'));
        const bool is_index = resource.ends_with("/index/by_g");
        if (!is_index && resource != table) return "no such resource";
        const bool is_write = text.find("Write") != std::string_view::npos;
        const std::string source =
            mode_of(table) + (is_index ? " index" : " table") + (is_write ? " write" : " read");
        const auto* row = testing::find_throttling_row(source, text);
        if (row == nullptr) return "no answer of " + source;
        if (row->exception != type) return "wrong exception of " + source;
        if (!answer.string_or_empty("message").starts_with(row->message)) return "wrong message";
        const bool is_maximum = text.find("MaxOnDemand") != std::string_view::npos;
        if (is_maximum && table != "omx") return "a maximum that is not there";
        met.emplace(source, text);
        return "";
    }

    // A code with its message, as in cancelled transactions and batches of statements.
    static std::string judge_code(
        std::string_view table, std::string_view code, std::string_view message
    ) {
        std::string_view exception = "ThrottlingException";
        if (code == "ProvisionedThroughputExceeded") {
            exception = "ProvisionedThroughputExceededException";
        } else if (code == "RequestLimitExceeded") {
            exception = code;
        } else if (code != "ThrottlingError") {
            return "";
        }
        const bool has_row = std::ranges::any_of(testing::kThrottlingRows, [&](const auto& row) {
            return row.source.starts_with(mode_of(table)) && row.exception == exception &&
                   message.starts_with(row.message);
        });
        return has_row ? "" : "no reason of " + std::string(table);
    }

    std::string judge_cancellation(const Request& request, JsonView answer) {
        const auto reasons = answer.find("CancellationReasons");
        if (!reasons || reasons->size() != request.tables.size()) return "not a reason for each";
        std::size_t action = 0;
        bool has_reason = false;
        for (const auto& element : reasons->elements()) {
            const JsonView reason(element);
            const std::string_view code = reason.string_or_empty("Code");
            ++answers["cancelled " + std::string(code)];
            has_reason = has_reason || code != "None";
            if (code == "RequestLimitExceeded") return "no reason of a transaction";
            std::string problem =
                judge_code(request.tables[action++], code, reason.string_or_empty("Message"));
            if (!problem.empty()) return problem;
        }
        return has_reason ? "" : "cancelled for nothing";
    }

    std::string judge_members(JsonView answer) {
        for (const auto& element : answer.find("Responses")->elements()) {
            const JsonView member(element);
            const auto error = member.find("Error");
            if (!error) continue;
            const std::string_view code = error->string_or_empty("Code");
            ++answers["member " + std::string(code)];
            std::string problem = judge_code(
                member.string_or_empty("TableName"), code, error->string_or_empty("Message")
            );
            if (!problem.empty()) return problem;
        }
        return "";
    }
};

TEST(Legality, AHundredThousandAdversarialRequestsGetNoAnswerThatDynamoDbDoesNotGive) {
    testing::DispatchedWorld world;
    for (const std::string_view table : kTables) {
        const std::string created = world.ask("CreateTable", create_request(table));
        ASSERT_TRUE(created.starts_with("{\"TableDescription\"")) << created;
        // Items for the updates of statements.
        for (int i = 0; i < 8; ++i) {
            const std::string put = R"({"TableName":")" + std::string(table) +
                                    R"(","Item":{"pk":{"S":"p)" + std::to_string(i) +
                                    R"("},"sk":{"S":"s"},"g":{"S":"g0"}}})";
            ASSERT_EQ(world.ask("PutItem", put), "{}");
        }
    }
    world.call("PUT", "/faults", R"({"preset":{"name":"adversarial","intensity":1}})");
    Requests requests;
    Judge judge;
    int problems = 0;
    for (std::size_t i = 0; i < kRequests && problems < 5; ++i) {
        const Request request = requests.next();
        const http::Reply reply = world.send(request.operation, request.body);
        const std::string problem = judge.judge(request, reply);
        if (problem.empty()) continue;
        ++problems;
        ADD_FAILURE() << problem << "\n"
                      << request.operation << " " << request.body << "\n"
                      << reply.status << " " << reply.body;
    }
    // The check was thorough: every row of the table and every kind of answer occurred.
    EXPECT_EQ(judge.met.size(), testing::kThrottlingRows.size());
    for (const char* answer :
         {"ProvisionedThroughputExceededException",
          "ThrottlingException",
          "RequestLimitExceeded",
          "TransactionConflictException",
          "InternalServerError",
          "ServiceUnavailable",
          "ValidationException",
          "ResourceNotFoundException",
          "cancelled TransactionConflict",
          "cancelled ProvisionedThroughputExceeded",
          "cancelled ThrottlingError",
          "member TransactionConflict",
          "member ProvisionedThroughputExceeded",
          "member ThrottlingError",
          "member RequestLimitExceeded"}) {
        EXPECT_GT(judge.answers[answer], 10) << answer;
    }
}

}  // namespace
}  // namespace stator::emulator::laboratory::faults
