// A whole Stator below HTTP, with its laboratory: requests in any universe, calls of the admin API,
// under a clock that both a test and the admin API can move.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "emulator/admin/router.hpp"
#include "emulator/admin/routes.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "emulator/operation_table.hpp"
#include "engine/clock.hpp"
#include "engine/engine.hpp"
#include "engine/laboratory/virtual_clock.hpp"
#include "protocol/wire/json.hpp"

namespace stator::testing {

inline constexpr std::string_view kStreamOn =
    R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})";

struct WorldOptions {
    engine::EngineOptions engine = {};
    // Of the data file; in memory without.
    std::optional<std::string> directory = {};
    std::string snapshots = "no-snapshots-in-this-test";
    // What the machine's clock says.
    std::int64_t real_ms = 1'750'000'000'000;
};

class World {
public:
    explicit World(WorldOptions options = {})
        : real_(options.real_ms),
          clock_(real_),
          engine_(open(std::move(options.engine), options.directory)),
          laboratory_(*engine_, clock_, {.seed = 7, .snapshots = options.snapshots}),
          router_(laboratory_, emulator::all_admin_routes()) {}

    // The reply's JSON, or "ValidationException: message".
    std::string run(
        const std::string& universe,
        std::string_view operation,
        const std::string& request,
        const std::string& region = "us-east-1"
    ) {
        engine_->run_due_if_needed();
        engine::RequestContext context;
        context.universe = universe;
        context.region = region;
        context.now_ms = engine_->now_ms();
        return run(context, operation, request);
    }

    std::string run(
        engine::RequestContext& context, std::string_view operation, const std::string& request
    ) {
        const auto* row = emulator::find_operation(operation, false);
        if (row == nullptr) row = emulator::find_operation(operation, true);
        if (row == nullptr) return "no such operation";
        const auto json = protocol::wire::JsonDocument::parse(request);
        if (!json) return "not JSON: " + request;
        const auto result = row->handler(*engine_, context, json->root());
        if (result.has_value()) return result.value();
        return std::string(protocol::error_name(result.error().type)) + ": " +
               result.error().message;
    }

    // What the admin API answers, behind the status if that is not 200.
    std::string call(std::string_view method, const std::string& path, std::string body = "") {
        const std::string target = "/_stator/v1" + path;
        emulator::HttpRequest request;
        request.method = method;
        request.target = target;
        request.body = std::move(body);
        const auto reply = router_.handle(request);
        if (!reply) return "no such path";
        if (reply->status == 200) return reply->body;
        return std::to_string(reply->status) + " " + reply->body;
    }

    // A table with the key "pk" (S); `more` is further members.
    std::string create_table(
        const std::string& universe, const std::string& name, std::string_view more = ""
    ) {
        return run(universe, "CreateTable", create_table_request(name, more));
    }

    static std::string create_table_request(const std::string& name, std::string_view more = "") {
        std::string request = R"({"TableName":")" + name +
                              R"(","BillingMode":"PAY_PER_REQUEST",)"
                              R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}])";
        if (more.find("AttributeDefinitions") == std::string_view::npos) {
            request += R"(,"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}])";
        }
        if (!more.empty()) request.append(",").append(more);
        return request + "}";
    }

    // Puts {"pk":{"S":pk}} with further attributes such as "\"n\":{\"N\":\"1\"}".
    std::string put(
        const std::string& universe,
        const std::string& table,
        const std::string& pk,
        std::string_view more = ""
    ) {
        std::string request = R"({"TableName":")" + table + R"(","Item":{"pk":{"S":")" + pk + "\"}";
        if (!more.empty()) request.append(",").append(more);
        return run(universe, "PutItem", request + "}}");
    }

    // The item with that key; "{}" without one.
    std::string get(
        const std::string& universe,
        const std::string& table,
        const std::string& pk,
        bool is_consistent = true
    ) {
        return run(
            universe,
            "GetItem",
            R"({"TableName":")" + table + R"(","Key":{"pk":{"S":")" + pk +
                R"("}},"ConsistentRead":)" + (is_consistent ? "true}" : "false}")
        );
    }

    // "Count" of a Scan, or the whole reply when there is none.
    std::string count(const std::string& universe, const std::string& table) {
        const std::string reply =
            run(universe,
                "Scan",
                R"({"TableName":")" + table + R"(","Select":"COUNT","ConsistentRead":true})");
        const auto counts = matches(reply, R"re("Count":(\d+))re");
        return counts.empty() ? reply : counts.front();
    }

    std::string describe(const std::string& universe, const std::string& table) {
        return run(universe, "DescribeTable", R"({"TableName":")" + table + R"("})");
    }

    std::string tables(const std::string& universe) { return run(universe, "ListTables", "{}"); }

    // The status of a table, "" without one.
    std::string status(const std::string& universe, const std::string& table) {
        return member(describe(universe, table), "TableStatus");
    }

    std::string stream_arn(const std::string& universe, const std::string& table) {
        return member(describe(universe, table), "LatestStreamArn");
    }

    std::string describe_stream(const std::string& universe, const std::string& arn) {
        return run(universe, "DescribeStream", R"({"StreamArn":")" + arn + R"("})");
    }

    // The replies of GetRecords from the beginning of every shard, in the order of the shards.
    std::string records(const std::string& universe, const std::string& arn) {
        std::string text;
        const auto shards = matches(describe_stream(universe, arn), R"re("ShardId":"([^"]+)")re");
        for (const std::string& shard : shards) {
            const std::string iterator = shard_iterator(universe, arn, shard);
            text += run(universe, "GetRecords", R"({"ShardIterator":")" + iterator + R"("})");
        }
        return text;
    }

    std::string shard_iterator(
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

    // The keys of all records of the table's stream, shard by shard.
    std::vector<std::string> recorded_keys(const std::string& universe, const std::string& table) {
        return matches(
            records(universe, stream_arn(universe, table)), R"re("Keys":\{"pk":\{"S":"([^"]+)")re"
        );
    }

    std::string enable_time_to_live(const std::string& universe, const std::string& table) {
        return run(
            universe,
            "UpdateTimeToLive",
            R"({"TableName":")" + table +
                R"(","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"gone"}})"
        );
    }

    // Adds one to "n" of an item by a transaction with that token.
    std::string add_one(
        const std::string& universe,
        const std::string& table,
        const std::string& pk,
        const std::string& token
    ) {
        return run(
            universe,
            "TransactWriteItems",
            R"({"ClientRequestToken":")" + token +
                R"(","TransactItems":[{"Update":{"TableName":")" + table +
                R"(","Key":{"pk":{"S":")" + pk +
                R"("}},"UpdateExpression":"ADD n :one",)"
                R"("ExpressionAttributeValues":{":one":{"N":"1"}}}}]})"
        );
    }

    // "n" of an item, "" without one.
    std::string number(
        const std::string& universe, const std::string& table, const std::string& pk
    ) {
        return member(get(universe, table, pk), "N");
    }

    // The first group of every match.
    static std::vector<std::string> matches(const std::string& text, const std::string& pattern) {
        const std::regex expression(pattern);
        std::vector<std::string> found;
        for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end;
             ++match) {
            found.push_back((*match)[1]);
        }
        return found;
    }

    // The text of the first string member of that name, "" without one.
    static std::string member(const std::string& json, const std::string& name) {
        const auto found = matches(json, "\"" + name + R"re(":"([^"]*)")re");
        return found.empty() ? "" : found.front();
    }

    engine::Engine& engine() { return *engine_; }

    // The machine's clock.
    engine::ManualClock& real() { return real_; }

    engine::VirtualClock& clock() { return clock_; }

    emulator::Laboratory& laboratory() { return laboratory_; }

private:
    std::unique_ptr<engine::Engine> open(
        engine::EngineOptions options, const std::optional<std::string>& directory
    ) {
        options.restore_clock = [this](const engine::ClockSetting& setting) {
            clock_.restore(setting);
        };
        std::optional<engine::DataPath> path;
        if (directory) path = engine::DataPath{*directory, engine::Durability::Commit};
        auto opened = engine::Engine::open(std::move(options), clock_, path);
        if (const auto* error = std::get_if<engine::DataFileError>(&opened)) {
            throw std::runtime_error(error->message);
        }
        return std::move(std::get<0>(opened));
    }

    engine::ManualClock real_;
    engine::VirtualClock clock_;
    std::unique_ptr<engine::Engine> engine_;
    emulator::Laboratory laboratory_;
    emulator::AdminRouter router_;
};

}  // namespace stator::testing
