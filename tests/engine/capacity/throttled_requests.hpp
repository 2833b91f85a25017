// A Stator below HTTP with throttling, under a manual clock. Requests are JSON; the result is the
// reply or the throttling error.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/operations/operation_table.hpp"
#include "engine/capacity/refusal_notes.hpp"
#include "engine/faults/watched_context.hpp"
#include "engine/schema/partition_hash.hpp"
#include "protocol/wire/json.hpp"
#include "tests/support/database.hpp"
#include "tests/support/text_matches.hpp"

namespace stator::engine::capacity {

inline constexpr std::int64_t kMinuteMs = 60'000;
// The largest item that costs a round number of units in each direction.
inline constexpr int kLargeUnits = 380;

inline const std::string kTableArn = "arn:aws:dynamodb:us-east-1:123456789012:table/busy";
inline const std::string kWriteRefusal =
    "ProvisionedThroughputExceededException TableWriteProvisionedThroughputExceeded " + kTableArn;
inline const std::string kReadRefusal =
    "ProvisionedThroughputExceededException TableReadProvisionedThroughputExceeded " + kTableArn;

inline std::string units_json(int read, int write) {
    return R"("ProvisionedThroughput":{"ReadCapacityUnits":)" + std::to_string(read) +
           R"(,"WriteCapacityUnits":)" + std::to_string(write) + "}";
}

// An item with that key and `more` members that costs `units` write units.
inline std::string item_json(const std::string& key, int units, const std::string& more = "") {
    const std::size_t frame = 2 + key.size() + 4;  // "pk" and "text"
    const std::string text(static_cast<std::size_t>(units) * 1'024 - frame - more.size(), 'x');
    return R"({"pk":{"S":")" + key + R"("},"text":{"S":")" + text + "\"}" + more + "}";
}

inline std::string key_json(const std::string& key) {
    return R"({"pk":{"S":")" + key + R"("}})";
}

// The object that is the value of the first member with that name.
inline std::string object_member(const std::string& json, const std::string& name) {
    const auto place = json.find("\"" + name + "\":{");
    if (place == std::string::npos) return "";
    const auto begin = place + name.size() + 3;
    int depth = 0;
    for (auto i = begin; i < json.size(); ++i) {
        if (json[i] == '{') ++depth;
        if (json[i] == '}' && --depth == 0) return json.substr(begin, i - begin + 1);
    }
    return "";
}

// Keys in one of four partitions.
inline std::vector<std::string> keys_of_quarter(std::uint64_t quarter, int count) {
    std::vector<std::string> keys;
    for (int i = 0; static_cast<int>(keys.size()) < count; ++i) {
        std::string key = "key" + std::to_string(i);
        if (schema::hash_partition_key(key) >> 62U == quarter) keys.push_back(std::move(key));
    }
    return keys;
}

class ThrottledRequests : public ::testing::Test {
protected:
    ThrottledRequests() {
        // Starts at a full minute, so that the minutes of a test are those of the clock.
        advance(kMinuteMs - testing::Database::kStart.unix_ms() % kMinuteMs);
        database.universe().throughput().set_mode(ThrottleMode::Aws);
    }

    protocol::Result<std::string> ask(std::string_view operation, const std::string& request) {
        const auto* row = emulator::operations::find_operation(operation, false);
        if (row == nullptr) row = emulator::operations::find_operation(operation, true);
        const auto json = protocol::wire::JsonDocument::parse(request);
        if (row == nullptr || !json)
            return protocol::ApiError{.message = "not a request: " + request};
        database.universe().run_due_if_needed();
        faults::WatchedContext context;
        context.place.region = "us-east-1";
        context.now = database.universe().now();
        RefusalNotes refusals;
        context.refusals = &refusals;
        context.rare_answers = rare_answers;
        context.is_observer = is_observer;
        engine::RequestOutcome outcome;
        return row->handler(database.universe(), context, json->root(), outcome);
    }

    // Returns the reply. For an error, returns "Name reason resource" if it was throttled, "Name
    // code code" for a transaction, otherwise "Name: message".
    std::string run(std::string_view operation, const std::string& request) {
        const auto result = ask(operation, request);
        if (result.has_value()) return result.value();
        const protocol::ApiError& error = result.error();
        std::string text(protocol::error_name(error.type));
        for (const auto& reason : error.throttling_reasons) {
            text.append(" ").append(reason.reason).append(" ").append(reason.resource);
        }
        for (const auto& reason : error.cancellation_reasons) text.append(" ").append(reason.code);
        const bool is_told =
            !error.throttling_reasons.empty() || !error.cancellation_reasons.empty();
        return is_told ? text : text + ": " + error.message;
    }

    void create_provisioned(const std::string& name, int read, int write) {
        const std::string reply =
            run("CreateTable",
                R"({"TableName":")" + name + "\"," + units_json(read, write) +
                    R"(,"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
                    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})");
        ASSERT_NE(reply.find("TableDescription"), std::string::npos) << reply;
    }

    // Creates a table with that billing and the global index "by_g" over all of its items.
    void create_indexed(const std::string& billing, const std::string& index_units) {
        const std::string reply =
            run("CreateTable",
                R"({"TableName":"busy",)" + billing +
                    R"(,"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
                    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
                    R"({"AttributeName":"g","AttributeType":"S"}],"GlobalSecondaryIndexes":[)"
                    R"({"IndexName":"by_g","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],)"
                    R"("Projection":{"ProjectionType":"ALL"})" +
                    index_units + "}]}");
        ASSERT_NE(reply.find("TableDescription"), std::string::npos) << reply;
    }

    std::string put(const std::string& key, int units, const std::string& more = "") {
        return run("PutItem", R"({"TableName":"busy","Item":)" + item_json(key, units, more) + "}");
    }

    std::string get(const std::string& key, const std::string& table = "busy") {
        return run(
            "GetItem",
            R"({"TableName":")" + table + R"(","ConsistentRead":true,"Key":)" + key_json(key) + "}"
        );
    }

    bool has(const std::string& key) { return get(key).find("\"Item\"") != std::string::npos; }

    // Consumes all read units of a table with 5 read units, by 20 reads of 75 units.
    void use_up_reads() {
        ASSERT_EQ(put("large", 300), "{}");
        for (int i = 0; i < 20; ++i) ASSERT_TRUE(has("large")) << i;
    }

    // Writes 300 units to each of the first `times` partitions, starting again with the first after
    // the fourth. Five such writes consume all write units of a table with 5 write units.
    void use_up_writes(std::uint64_t times = 5) {
        for (std::uint64_t i = 0; i < times; ++i) {
            ASSERT_EQ(put(keys_of_quarter(i % 4, 1)[0], 300), "{}") << i;
        }
    }

    void advance(std::int64_t milliseconds) { database.clock().advance(milliseconds); }

    testing::Database database{with_four_partitions()};
    // Rare answers injected into requests. Null if no rare answers are injected.
    const faults::RareAnswers* rare_answers = nullptr;
    // True if requests are those of an observer, such as the console.
    bool is_observer = false;

private:
    // Leaves room for many requests within one second, which small tables do not have on AWS.
    static EngineOptions with_four_partitions() {
        EngineOptions options;
        options.partitions = 4;
        return options;
    }
};

}  // namespace stator::engine::capacity
