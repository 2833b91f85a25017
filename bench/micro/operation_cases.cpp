// Whole operations on an in-memory engine: the cost of the workloads of load/ without a socket.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "emulator/dispatch/dispatcher.hpp"
#include "emulator/operations/operation_table.hpp"
#include "engine/base/clock.hpp"
#include "engine/engine.hpp"
#include "engine/faults/watched_context.hpp"
#include "micro/micro_case.hpp"
#include "micro/sample_items.hpp"
#include "protocol/wire/json.hpp"

namespace stator::bench {
namespace {

using benchmark::DoNotOptimize;

constexpr int kRecords = 1'000;
constexpr int kPartitions = 30;
constexpr int kOrdersPerPartition = 30;

constexpr std::string_view kAuthorization =
    "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260131/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=content-type;host;x-amz-date;x-amz-target, "
    "Signature=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

// Two tables in memory: "records" with 1 KB items under pk, "orders" with 200 B items under pk, sk.
class Store {
public:
    Store() {
        call("CreateTable", table("records", "", ""));
        call(
            "CreateTable",
            table(
                "orders",
                R"(,{"AttributeName":"sk","AttributeType":"S"})",
                R"(,{"AttributeName":"sk","KeyType":"RANGE"})"
            )
        );
        for (int i = 0; i < kRecords; ++i) put("records", record_json(i));
        for (int i = 0; i < kPartitions * kOrdersPerPartition; ++i) {
            put("orders", order_json(i / kOrdersPerPartition, i % kOrdersPerPartition));
        }
    }

    // Returns the reply. An error reply ends the process, because its cost would be reported as
    // that of the operation.
    std::string call(std::string_view operation, const std::string& json) {
        const auto* row = emulator::operations::find_operation(operation, false);
        const auto document = protocol::wire::JsonDocument::parse(json);
        engine::faults::WatchedContext context;
        context.place.region = "us-east-1";
        context.now = engine_->default_universe().run_due_if_needed();
        engine::RequestOutcome outcome;
        auto answer = row->handler(engine_->default_universe(), context, document->root(), outcome);
        if (answer.has_value()) return std::move(answer).value();
        std::fprintf(stderr, "%s\n", answer.error().message.c_str());
        std::abort();
    }

    emulator::http::Reply handle(emulator::http::HttpRequest& request) {
        return dispatcher_.handle(request);
    }

private:
    static std::string table(const char* name, const char* definition, const char* key) {
        return std::string(R"({"TableName":")") + name +
               R"(","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)" +
               R"({"AttributeName":"pk","AttributeType":"S"})" + definition +
               R"(],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"})" + key + "]}";
    }

    void put(const char* table, const std::string& item) {
        call("PutItem", std::string(R"({"TableName":")") + table + R"(","Item":)" + item + "}");
    }

    engine::ManualClock clock_{engine::Instant(1'750'000'000'000)};
    std::unique_ptr<engine::Engine> engine_ =
        std::move(std::get<0>(engine::Engine::open({}, clock_)));
    emulator::dispatch::Dispatcher dispatcher_{
        *engine_, emulator::operations::find_operation, emulator::http::CorsPolicy("*")};
};

MicroCase operation_case(std::string name, std::string operation, std::string json) {
    return {std::move(name), [operation = std::move(operation), json = std::move(json)] {
                return [operation, json, store = std::make_shared<Store>()] {
                    DoNotOptimize(store->call(operation, json));
                };
            }};
}

const std::string kRecord = R"({"TableName":"records",)";
const std::string kKey = R"("Key":{"pk":{"S":"item-10000007"}})";

std::string update_json() {
    return kRecord + kKey + R"(,"UpdateExpression":"SET #s = :v ADD n :one",)" +
           R"~("ConditionExpression":"attribute_exists(pk) AND n >= :zero",)~" +
           R"("ExpressionAttributeNames":{"#s":"status"},"ExpressionAttributeValues":)" +
           R"({":v":{"S":"state-0002"},":one":{"N":"1"},":zero":{"N":"0"}},)" +
           R"("ReturnValues":"UPDATED_NEW"})";
}

std::string batch_json() {
    constexpr int kPuts = 25;
    std::string json = R"({"RequestItems":{"orders":[)";
    for (int i = 0; i < kPuts; ++i) {
        json += i > 0 ? "," : "";
        json += R"({"PutRequest":{"Item":)" + order_json(0, i) + "}}";
    }
    return json + "]}}";
}

std::string transaction_json() {
    const auto put = [](int number) {
        return R"({"Put":)" + kRecord + R"("Item":)" + record_json(number) + "}},";
    };
    const auto key = [](int number) {
        return kRecord + R"("Key":{"pk":{"S":"item-)" + std::to_string(10'000'000 + number) +
               R"("}},)";
    };
    const std::string exists = R"~("ConditionExpression":"attribute_exists(pk)")~";
    return R"({"TransactItems":[)" + put(1) + put(2) + R"({"Update":)" + key(3) +
           R"("UpdateExpression":"ADD n :one",)" + exists +
           R"(,"ExpressionAttributeValues":{":one":{"N":"1"}}}},{"ConditionCheck":)" + key(4) +
           exists + "}}]}";
}

MicroCase dispatch_case() {
    return {"http/get_item", [] {
                return [store = std::make_shared<Store>(), body = kRecord + kKey + "}"] {
                    emulator::http::HttpRequest request;
                    request.method = "POST";
                    request.target = "/";
                    request.host = "127.0.0.1:8000";
                    request.content_type = "application/x-amz-json-1.0";
                    request.amz_target = "DynamoDB_20120810.GetItem";
                    request.authorization = kAuthorization;
                    request.amz_date = "20260131T120000Z";
                    request.body = body;
                    DoNotOptimize(store->handle(request));
                };
            }};
}

}  // namespace

std::vector<MicroCase> operation_cases() {
    return {
        dispatch_case(),
        operation_case("operation/get_item", "GetItem", kRecord + kKey + "}"),
        operation_case(
            "operation/put_item", "PutItem", kRecord + R"("Item":)" + record_json(5) + "}"
        ),
        operation_case("operation/update_item", "UpdateItem", update_json()),
        operation_case(
            "operation/query_10_items",
            "Query",
            R"~({"TableName":"orders","KeyConditionExpression":"pk = :p AND begins_with(sk, :b)",)~"
            R"("ExpressionAttributeValues":{":p":{"S":"customer-1007"},":b":{"S":"order-11-"}}})"
        ),
        operation_case("operation/batch_write_25", "BatchWriteItem", batch_json()),
        operation_case("operation/transact_write_4", "TransactWriteItems", transaction_json()),
        operation_case(
            "operation/scan_900_filtered",
            "Scan",
            R"({"TableName":"orders","FilterExpression":"amount = :a",)"
            R"("ExpressionAttributeValues":{":a":{"N":"1017"}}})"
        )};
}

}  // namespace stator::bench
