// A table with replicas in several regions, under a manual clock, for tests of global tables.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/inspection/replication_inspection.hpp"
#include "tests/support/database.hpp"

namespace stator::testing::replicas {

inline constexpr std::string_view kHome = "us-east-1";
inline constexpr std::string_view kIreland = "eu-west-1";
inline constexpr std::string_view kTokyo = "ap-northeast-1";
// With kHome, the three regions that can have a table with strong consistency.
inline constexpr std::string_view kOhio = "us-east-2";
inline constexpr std::string_view kOregon = "us-west-2";

inline std::string named(const std::string& more = "") {
    return R"({"TableName":"tbl")" + more + "}";
}

// A put of an item with the attribute "v" and `more`.
inline protocol::operations::items::PutItemRequest put(
    std::string_view pk, std::string_view v, const Attributes& more = {}
) {
    return testing::put("tbl", item({{"pk", text(pk)}, {"v", text(v)}}, more));
}

inline protocol::operations::items::DeleteItemRequest remove(std::string_view pk) {
    return testing::remove("tbl", item({{"pk", text(pk)}}));
}

inline std::string replica(const std::string& action, std::string_view region) {
    return named(
        R"(,"ReplicaUpdates":[{")" + action + R"(":{"RegionName":")" + std::string(region) +
        R"("}}])"
    );
}

class World {
public:
    explicit World(engine::EngineOptions options = {}, std::optional<std::string> directory = {})
        : database(std::move(options), std::move(directory)) {}

    void create() { database.create_table("tbl", "pk:S"); }

    std::string add(std::string_view region) {
        std::string reply = database.run("UpdateTable", replica("Create", region));
        pass(0);
        return reply;
    }

    // Gives the table strong consistency in kHome and kOhio, and a replica or a witness in kOregon.
    std::string make_strong(bool with_witness = false) {
        const auto region = [](std::string_view name) {
            return R"({"Create":{"RegionName":")" + std::string(name) + R"("}})";
        };
        const std::string request =
            with_witness ? R"(,"ReplicaUpdates":[)" + region(kOhio) +
                               R"(],"GlobalTableWitnessUpdates":[)" + region(kOregon) + "]"
                         : R"(,"ReplicaUpdates":[)" + region(kOhio) + "," + region(kOregon) + "]";
        std::string reply =
            database.run("UpdateTable", named(R"(,"MultiRegionConsistency":"STRONG")" + request));
        pass(0);
        return reply;
    }

    // Advances the clock and performs the due work.
    void pass(std::int64_t milliseconds) {
        database.clock().advance(milliseconds);
        database.universe().run_due();
    }

    void change_links(const std::function<void(engine::replication::LinkSettings&)>& change) {
        auto settings = database.universe().global_tables().links().settings();
        change(settings);
        database.universe().global_tables().set_links(std::move(settings));
        database.universe().deadlines().note(database.universe().now());
    }

    void set_lag(std::int64_t milliseconds) {
        change_links([&](auto& links) { links.lag = engine::Distribution::fixed(milliseconds); });
    }

    void cut_off(std::string_view region) {
        change_links([&](auto& links) {
            links.cuts = {engine::replication::Cut{std::string(region)}};
        });
    }

    void heal() {
        change_links([](auto& links) { links.cuts.clear(); });
        pass(0);
    }

    // The attribute v of the item, or "none".
    std::string value(const std::string& pk, std::string_view region) {
        return value_of(database.run(get("tbl", item({{"pk", text(pk)}})), region));
    }

    // Like value(), but with a strongly consistent read. Returns the error if the read fails.
    std::string strong_value(const std::string& pk, std::string_view region) {
        auto request = get("tbl", item({{"pk", text(pk)}}));
        request.consistent = true;
        return value_of(database.run(request, region));
    }

    static std::string value_of(const std::string& reply) {
        if (!reply.empty() && reply.front() != '{') return reply;
        const std::size_t place = reply.find(R"("v":{"S":")");
        if (place == std::string::npos) return "none";
        const std::size_t begin = place + 10;
        return reply.substr(begin, reply.find('"', begin) - begin);
    }

    std::string describe(std::string_view region) {
        return database.run("DescribeTable", named(), region);
    }

    engine::inspection::GlobalTableState state() {
        return engine::inspection::inspect_global_tables(database.universe()).front();
    }

    Database database;
};

}  // namespace stator::testing::replicas
