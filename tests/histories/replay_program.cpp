#include "tests/histories/replay_program.hpp"

#include <array>

#include "engine/base/seeded_random.hpp"
#include "tests/emulator/support/http_client.hpp"

namespace stator::testing {
namespace {

// The seed of the requests; not that of the server.
constexpr std::uint64_t kRequestSeed = 2'026;

constexpr std::string_view kOrders = R"({"TableName":"Orders","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
     {"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"g","AttributeType":"S"},
     {"AttributeName":"n","AttributeType":"N"}],
    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
    "LocalSecondaryIndexes":[{"IndexName":"local","KeySchema":[
     {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}],
     "Projection":{"ProjectionType":"ALL"}}],
    "GlobalSecondaryIndexes":[{"IndexName":"all","KeySchema":[
     {"AttributeName":"g","KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}],
     "Projection":{"ProjectionType":"ALL"}}],
    "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}})";

constexpr std::string_view kNotes = R"({"TableName":"Notes",
    "ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5},
    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})";

constexpr std::string_view kTimeToLive = R"({"TableName":"Orders",
    "TimeToLiveSpecification":{"AttributeName":"ttl","Enabled":true}})";

// Stores the text between `mark` and the next quote in `known`; keeps `known` if there is no
// `mark`.
void take_text(const std::string& reply, std::string_view mark, std::string& known) {
    const std::size_t found = reply.find(mark);
    if (found == std::string::npos) return;
    const std::size_t begin = found + mark.size();
    known = reply.substr(begin, reply.find('"', begin) - begin);
}

}  // namespace

std::uint64_t ReplayProgram::draw(std::uint64_t choices) {
    return engine::mix(kRequestSeed, ++draws_) % choices;
}

std::string ReplayProgram::call(std::string_view operation, std::string_view body) {
    const std::string_view more = draw(8) == 0 ? "Accept-Encoding: gzip\r\n" : "";
    std::string text = testing::api_call(operation, body, more);
    return text.insert(text.find('/'), prefix_);
}

std::string ReplayProgram::admin_call(
    std::string_view method, std::string_view path, std::string_view body
) {
    is_admin_ = true;
    std::string text(method);
    text.append(" ")
        .append(prefix_)
        .append("/_stator/v1/")
        .append(path)
        .append(" HTTP/1.1\r\nHost: localhost:8000\r\n");
    text.append("Content-Type: application/json\r\nContent-Length: ");
    return text.append(std::to_string(body.size())).append("\r\n\r\n").append(body);
}

std::string ReplayProgram::next() {
    tells_real_time_ = false;
    is_admin_ = false;
    is_scan_ = false;
    const std::size_t number = requests_++;
    constexpr std::size_t kSetUp = 8;
    if (number < kSetUp) return set_up(number);
    const std::uint64_t kind = draw(100);
    if (kind < 30) return item_request();
    if (kind < 52) return read_request();
    if (kind < 60) return batch_request();
    if (kind < 68) return transaction_request();
    if (kind < 76) return statement_request();
    if (kind < 86) return stream_request();
    if (kind < 90) return table_request();
    return advance_request();
}

std::string ReplayProgram::set_up(std::size_t number) {
    switch (number) {
        case 0: return call("CreateTable", kOrders);
        case 1: return call("CreateTable", kNotes);
        case 2: return call("DescribeTable", R"({"TableName":"Orders"})");
        case 3:
            tells_real_time_ = true;
            return admin_call("POST", "clock/advance", R"({"ms":1000})");
        case 4: return call("UpdateTimeToLive", kTimeToLive);
        case 5:
            tells_real_time_ = true;
            return admin_call("POST", "clock/advance", R"({"ms":1000})");
        case 6: return call("ListTables", "{}");
        default: return call("DescribeTable", R"({"TableName":"Orders"})");
    }
}

std::string ReplayProgram::key_json() {
    return R"("pk":{"S":"p)" + number(3) + R"("},"sk":{"N":")" + number(5) + R"("})";
}

std::string ReplayProgram::item_json() {
    // Some expire while the program runs, others have expired before they are written.
    const std::string expiry = std::to_string(1'750'000'000 + draw(60));
    return "{" + key_json() + R"(,"g":{"S":"g)" + number(3) + R"("},"n":{"N":")" + number(100) +
           R"("},"text":{"S":")" + std::string(draw(300), 'x') + R"("})" +
           (draw(5) == 0 ? R"(,"ttl":{"N":")" + expiry + R"("})" : "") + "}";
}

std::string ReplayProgram::values_json() {
    return R"("ExpressionAttributeValues":{":n":{"N":")" + number(100) + R"("}})";
}

std::string ReplayProgram::item_request() {
    const std::string table = R"({"TableName":"Orders",)";
    const std::string capacity = R"("ReturnConsumedCapacity":"INDEXES",)";
    switch (draw(6)) {
        case 0:
            return call(
                "UpdateItem",
                table + capacity + R"("Key":{)" + key_json() +
                    R"(},"UpdateExpression":"SET n = :n","ReturnValues":"ALL_NEW",)" +
                    values_json() + "}"
            );
        case 1:
            return call(
                "UpdateItem",
                table + R"("Key":{)" + key_json() +
                    R"(},"UpdateExpression":"ADD n :n","ConditionExpression":"n > :n",)" +
                    values_json() + "}"
            );
        case 2:
            return call(
                "DeleteItem", table + R"("Key":{)" + key_json() + R"(},"ReturnValues":"ALL_OLD"})"
            );
        case 3:
            return call(
                "PutItem", R"({"TableName":"Notes","Item":{"pk":{"S":"n)" + number(20) + R"("}}})"
            );
        default: return call("PutItem", table + capacity + R"("Item":)" + item_json() + "}");
    }
}

std::string ReplayProgram::read_request() {
    const std::string table = R"({"TableName":"Orders",)";
    const std::string partition = R"("KeyConditionExpression":"pk = :p",
        "ExpressionAttributeValues":{":p":{"S":"p)" +
                                  number(3) + R"("}},)";
    switch (draw(7)) {
        case 0: return call("GetItem", table + R"("Key":{)" + key_json() + "}}");
        case 1:
            return call("GetItem", table + R"("ConsistentRead":true,"Key":{)" + key_json() + "}}");
        case 2: return call("Query", table + partition + R"("Limit":4})");
        case 3:
            return call("Query", table + R"("IndexName":"local",)" + partition + R"("Limit":3})");
        case 4:
            return call(
                "Query",
                table + R"("IndexName":"all","ReturnConsumedCapacity":"TOTAL",
                    "KeyConditionExpression":"g = :g","ExpressionAttributeValues":{":g":{"S":"g)" +
                    number(3) + R"("}}})"
            );
        case 5: {
            is_scan_ = true;
            const std::string start =
                start_key_.empty() ? "" : R"(,"ExclusiveStartKey":)" + start_key_;
            return call("Scan", table + R"("Limit":5)" + start + "}");
        }
        default:
            return call("Scan", table + R"("FilterExpression":"n > :n",)" + values_json() + "}");
    }
}

std::string ReplayProgram::batch_request() {
    std::string writes;
    std::string keys;
    // Different items, as a batch requires.
    for (int i = 0; i < 6; ++i) {
        const std::string key = R"({"pk":{"S":"b"},"sk":{"N":")" + std::to_string(i) + R"("})";
        writes.append(i == 0 ? "" : ",");
        writes += R"({"PutRequest":{"Item":)" + key + R"(,"n":{"N":")" + number(100) + R"("}}}})";
        keys.append(i == 0 ? "" : ",").append(key).append("}");
    }
    if (draw(2) == 0) {
        return call("BatchWriteItem", R"({"RequestItems":{"Orders":[)" + writes + "]}}");
    }
    return call("BatchGetItem", R"({"RequestItems":{"Orders":{"Keys":[)" + keys + "]}}}");
}

std::string ReplayProgram::transaction_request() {
    const std::string key = R"({"pk":{"S":"t"},"sk":{"N":")";
    if (draw(4) == 0) {
        return call(
            "TransactGetItems",
            R"({"TransactItems":[{"Get":{"TableName":"Orders","Key":)" + key + R"(0"}}}},)" +
                R"({"Get":{"TableName":"Orders","Key":)" + key + R"(1"}}}}]})"
        );
    }
    // The same token is used with the same actions, so some requests are repetitions.
    const std::string token = number(6);
    const auto put = [&](int item) {
        return R"({"Put":{"TableName":"Orders","Item":)" + key + std::to_string(item) +
               R"("},"g":{"S":"g0"},"n":{"N":")" + token + R"("}}}})";
    };
    return call(
        "TransactWriteItems",
        R"({"ClientRequestToken":"token-)" + token +
            R"(","ReturnConsumedCapacity":"TOTAL","TransactItems":[)" + put(0) + "," + put(1) + "]}"
    );
}

std::string ReplayProgram::statement_request() {
    const std::string place = "pk = 'p" + number(3) + "' AND sk = " + number(5);
    switch (draw(4)) {
        case 0:
            return call(
                "ExecuteStatement",
                R"({"Statement":"SELECT * FROM Orders WHERE pk = 'p)" + number(3) +
                    R"('","Limit":2})"
            );
        case 1:
            return call(
                "ExecuteStatement",
                R"({"Statement":"UPDATE Orders SET n = )" + number(100) + " WHERE " + place +
                    R"("})"
            );
        case 2:
            return call(
                "ExecuteStatement",
                R"({"Statement":"INSERT INTO Orders VALUE {'pk': 'q', 'sk': )" + number(50) +
                    R"(, 'g': 'g1', 'n': )" + number(9) + R"(}"})"
            );
        default:
            return call(
                "BatchExecuteStatement",
                R"({"Statements":[{"Statement":"SELECT * FROM Orders WHERE )" + place + R"("}]})"
            );
    }
}

std::string ReplayProgram::stream_request() {
    const auto stream_call = [this](std::string_view operation, std::string_view body) {
        std::string text = call(operation, body);
        const std::string_view tables = "DynamoDB_20120810.";
        return text.replace(text.find(tables), tables.size(), "DynamoDBStreams_20120810.");
    };
    const std::string stream = R"("StreamArn":")" + stream_arn_ + R"(")";
    const std::uint64_t kind = draw(6);
    if (stream_arn_.empty() || kind == 0) {
        return stream_call("ListStreams", R"({"TableName":"Orders"})");
    }
    if (shard_ids_.empty() || kind == 1) return stream_call("DescribeStream", "{" + stream + "}");
    if (iterator_.empty() || kind == 2) {
        return stream_call(
            "GetShardIterator",
            "{" + stream + R"(,"ShardId":")" + shard_ids_[draw(shard_ids_.size())] +
                R"(","ShardIteratorType":"TRIM_HORIZON"})"
        );
    }
    return stream_call("GetRecords", R"({"ShardIterator":")" + iterator_ + R"(","Limit":20})");
}

// Creates, uses and deletes a table, and describes the others.
std::string ReplayProgram::table_request() {
    const std::string third = R"({"TableName":"Third")";
    switch (draw(9)) {
        case 0:
            return call("CreateTable", third + R"(,"BillingMode":"PAY_PER_REQUEST",
                    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
                    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
                    "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}})");
        case 1: return call("DeleteTable", third + "}");
        case 2: return call("DescribeTable", third + "}");
        case 3: return call("PutItem", third + R"(,"Item":{"pk":{"S":"x)" + number(9) + R"("}}})");
        case 4: return call("ListTables", R"({"Limit":2})");
        case 5: return call("DescribeTimeToLive", R"({"TableName":"Orders"})");
        case 6:
            return call(
                "UpdateTable",
                R"({"TableName":"Notes","DeletionProtectionEnabled":)" +
                    std::string(draw(2) == 0 ? "true}" : "false}")
            );
        case 7: return call("DescribeLimits", "{}");
        default: return call("DescribeTable", R"({"TableName":"Notes"})");
    }
}

// Mostly a little while; sometimes until items expire or capacity is available again.
std::string ReplayProgram::advance_request() {
    if (draw(6) == 0) return admin_call("GET", "consistency", "");
    tells_real_time_ = true;
    const std::string ms = std::to_string(draw(5) == 0 ? draw(20'000) : draw(80));
    return admin_call("POST", "clock/advance", R"({"ms":)" + ms + "}");
}

std::string ReplayProgram::repeatable_part(std::string reply) const {
    if (!is_admin_) return reply;
    // The difference between the clock and the machine's does not depend on the seed.
    if (tells_real_time_) return reply.substr(0, reply.find("\r\n"));
    reply.erase(0, reply.find("\r\n\r\n"));
    const std::string name = prefix_.substr(prefix_.rfind('/') + 1);
    const std::string member = R"("universe":")" + name + R"(",)";
    for (std::size_t at = reply.find(member); at != std::string::npos; at = reply.find(member)) {
        reply.erase(at, member.size());
    }
    return reply;
}

void ReplayProgram::note_reply(const std::string& reply) {
    take_text(reply, R"("StreamArn":")", stream_arn_);
    take_shards(reply);
    take_text(reply, R"("ShardIterator":")", iterator_);
    take_text(reply, R"("NextShardIterator":")", iterator_);
    const std::string_view mark = R"("LastEvaluatedKey":)";
    const std::size_t found = reply.find(mark);
    if (!is_scan_ || found == std::string::npos) return;
    const std::size_t begin = found + mark.size();
    start_key_ = reply.substr(begin, reply.find("}}", begin) + 2 - begin);
}

void ReplayProgram::take_shards(const std::string& reply) {
    const std::string_view mark = R"("ShardId":")";
    if (reply.find(mark) == std::string::npos) return;
    shard_ids_.clear();
    for (std::size_t at = reply.find(mark); at != std::string::npos;
         at = reply.find(mark, at + 1)) {
        const std::size_t begin = at + mark.size();
        shard_ids_.push_back(reply.substr(begin, reply.find('"', begin) - begin));
    }
}

}  // namespace stator::testing
