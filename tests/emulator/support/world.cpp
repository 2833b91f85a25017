#include "tests/emulator/support/world.hpp"

#include <stdexcept>
#include <utility>
#include <variant>

#include "emulator/admin/routes.hpp"
#include "emulator/operations/operation_table.hpp"
#include "engine/faults/watched_context.hpp"
#include "protocol/wire/json.hpp"
#include "tests/support/text_matches.hpp"

namespace stator::testing {
namespace {

// The reply, or the error.
std::string reply_or_error(const protocol::Result<std::string>& result) {
    if (result.has_value()) return result.value();
    return std::string(protocol::error_name(result.error().type)) + ": " + result.error().message;
}

}  // namespace

World::World(WorldOptions options)
    : real_(options.real_time),
      engine_(open(std::move(options.engine), options.directory)),
      laboratories_(*engine_, {.seed = 7, .snapshots = options.snapshots}),
      router_(laboratories_, emulator::admin::all_admin_routes()) {}

engine::faults::WatchedContext World::context_of(
    const std::string& universe, const std::string& region
) {
    engine::faults::WatchedContext context;
    context.place.universe = universe;
    context.place.region = region;
    context.now = engine_->universe(universe)->run_due_if_needed();
    return context;
}

std::string World::run(
    const std::string& universe,
    std::string_view operation,
    const std::string& request,
    const std::string& region
) {
    return run(context_of(universe, region), operation, request);
}

std::string World::run(
    const std::string& universe, ItemRequest request, const std::string& region
) {
    const auto context = context_of(universe, region);
    engine::RequestOutcome outcome;
    return reply_or_error(answer(*engine_->universe(universe), context, std::move(request), outcome)
    );
}

std::string World::run(
    const engine::faults::WatchedContext& context,
    std::string_view operation,
    const std::string& request
) {
    const auto* row = emulator::operations::find_operation(operation, false);
    if (row == nullptr) row = emulator::operations::find_operation(operation, true);
    if (row == nullptr) return "no such operation";
    const auto json = protocol::wire::JsonDocument::parse(request);
    if (!json) return "not JSON: " + request;
    engine::RequestOutcome outcome;
    engine::faults::WatchedContext placed = context;
    placed.body = json->body();
    return reply_or_error(
        row->handler(*engine_->universe(context.place.universe), placed, json->root(), outcome)
    );
}

std::string World::call(std::string_view method, const std::string& path, std::string body) {
    const std::string target = "/_stator/v1" + path;
    emulator::http::HttpRequest request;
    request.method = method;
    request.target = target;
    request.body = std::move(body);
    const auto reply = router_.handle(request);
    if (!reply) return "no such path";
    if (reply->status == 200) return reply->body;
    return std::to_string(reply->status) + " " + reply->body;
}

std::string World::create_table(
    const std::string& universe, const std::string& name, std::string_view more
) {
    return run(universe, "CreateTable", create_table_request(name, more));
}

std::string World::create_table_request(const std::string& name, std::string_view more) {
    std::string request = R"({"TableName":")" + name +
                          R"(","BillingMode":"PAY_PER_REQUEST",)"
                          R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}])";
    if (more.find("AttributeDefinitions") == std::string_view::npos) {
        request += R"(,"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}])";
    }
    if (!more.empty()) request.append(",").append(more);
    return request + "}";
}

std::string World::put(
    const std::string& universe,
    const std::string& table,
    const std::string& pk,
    const Attributes& more
) {
    return run(universe, testing::put(table, item({{"pk", text(pk)}}, more)));
}

std::string World::get(
    const std::string& universe, const std::string& table, const std::string& pk, bool is_consistent
) {
    auto request = testing::get(table, item({{"pk", text(pk)}}));
    request.consistent = is_consistent;
    return run(universe, std::move(request));
}

std::string World::count(const std::string& universe, const std::string& table) {
    const std::string reply =
        run(universe,
            "Scan",
            R"({"TableName":")" + table + R"(","Select":"COUNT","ConsistentRead":true})");
    const auto counts = all_matches(reply, R"re("Count":([0-9]+))re");
    return counts.empty() ? reply : counts.front();
}

std::string World::describe(const std::string& universe, const std::string& table) {
    return run(universe, "DescribeTable", R"({"TableName":")" + table + R"("})");
}

std::string World::tables(const std::string& universe) {
    return run(universe, "ListTables", "{}");
}

std::string World::status(const std::string& universe, const std::string& table) {
    return member(describe(universe, table), "TableStatus");
}

std::string World::stream_arn(const std::string& universe, const std::string& table) {
    return member(describe(universe, table), "LatestStreamArn");
}

std::string World::describe_stream(const std::string& universe, const std::string& arn) {
    return run(universe, "DescribeStream", R"({"StreamArn":")" + arn + R"("})");
}

std::string World::records(const std::string& universe, const std::string& arn) {
    std::string text;
    const auto shards = all_matches(describe_stream(universe, arn), R"re("ShardId":"([^"]+)")re");
    for (const std::string& shard : shards) {
        const std::string iterator = shard_iterator(universe, arn, shard);
        text += run(universe, "GetRecords", R"({"ShardIterator":")" + iterator + R"("})");
    }
    return text;
}

std::string World::shard_iterator(
    const std::string& universe, const std::string& arn, const std::string& shard
) {
    return member(
        run(universe,
            "GetShardIterator",
            R"({"StreamArn":")" + arn + R"(","ShardId":")" + shard +
                R"(","ShardIteratorType":"TRIM_HORIZON"})"),
        "ShardIterator"
    );
}

std::vector<std::string> World::recorded_keys(
    const std::string& universe, const std::string& table
) {
    return all_matches(
        records(universe, stream_arn(universe, table)), R"re("Keys":\{"pk":\{"S":"([^"]+)")re"
    );
}

std::string World::enable_time_to_live(const std::string& universe, const std::string& table) {
    return run(
        universe,
        "UpdateTimeToLive",
        R"({"TableName":")" + table +
            R"(","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"gone"}})"
    );
}

std::string World::add_one(
    const std::string& universe,
    const std::string& table,
    const std::string& pk,
    const std::string& token
) {
    return run(
        universe,
        "TransactWriteItems",
        R"({"ClientRequestToken":")" + token + R"(","TransactItems":[{"Update":{"TableName":")" +
            table + R"(","Key":{"pk":{"S":")" + pk +
            R"("}},"UpdateExpression":"ADD n :one",)"
            R"("ExpressionAttributeValues":{":one":{"N":"1"}}}}]})"
    );
}

std::string World::number(
    const std::string& universe, const std::string& table, const std::string& pk
) {
    return member(get(universe, table, pk), "N");
}

std::string World::member(const std::string& json, const std::string& name) {
    const auto found = all_matches(json, "\"" + name + R"re(":"([^"]*)")re");
    return found.empty() ? "" : found.front();
}

std::unique_ptr<engine::Engine> World::open(
    engine::EngineOptions options, const std::optional<std::string>& directory
) {
    std::optional<engine::DataPath> path;
    if (directory) path = engine::DataPath{*directory, engine::persistence::Durability::Commit};
    auto opened = engine::Engine::open(std::move(options), real_, path);
    if (const auto* error = std::get_if<engine::persistence::DataFileError>(&opened)) {
        throw std::runtime_error(error->message);
    }
    return std::move(std::get<0>(opened));
}

}  // namespace stator::testing
