// A whole Stator below HTTP, with its laboratory: requests in any universe, calls of the admin API,
// under a clock that both a test and the admin API can move.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/admin/router.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/virtual_clock.hpp"
#include "engine/engine.hpp"
#include "engine/faults/watched_context.hpp"
#include "tests/support/items/item_requests.hpp"

namespace stator::testing {

inline constexpr std::string_view kStreamOn =
    R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})";

struct WorldOptions {
    engine::EngineOptions engine = {};
    // The directory of the data file; all data is in memory if absent.
    std::optional<std::string> directory = {};
    std::string snapshots = "no-snapshots-in-this-test";
    // The machine's time.
    engine::Instant real_time = engine::Instant(1'750'000'000'000);
};

class World {
public:
    explicit World(WorldOptions options = {});

    // The reply's JSON, or "ValidationException: message".
    std::string run(
        const std::string& universe,
        std::string_view operation,
        const std::string& request,
        const std::string& region = "us-east-1"
    );

    // Runs a request that is already a value. Returns the JSON of the reply, or the error.
    std::string run(
        const std::string& universe, ItemRequest request, const std::string& region = "us-east-1"
    );

    std::string run(
        const engine::faults::WatchedContext& context,
        std::string_view operation,
        const std::string& request
    );

    // The answer of the admin API; preceded by the status if that is not 200.
    std::string call(std::string_view method, const std::string& path, std::string body = "");

    // Creates a table with the key "pk" (S); `more` contains further members.
    std::string create_table(
        const std::string& universe, const std::string& name, std::string_view more = ""
    );

    static std::string create_table_request(const std::string& name, std::string_view more = "");

    // Puts the item with that key, and `more`.
    std::string put(
        const std::string& universe,
        const std::string& table,
        const std::string& pk,
        const Attributes& more = {}
    );

    // The item with that key; "{}" if it does not exist.
    std::string get(
        const std::string& universe,
        const std::string& table,
        const std::string& pk,
        bool is_consistent = true
    );

    // "Count" of a Scan, or the whole reply if it has none.
    std::string count(const std::string& universe, const std::string& table);

    std::string describe(const std::string& universe, const std::string& table);

    std::string tables(const std::string& universe);

    // The status of a table; "" if it does not exist.
    std::string status(const std::string& universe, const std::string& table);

    std::string stream_arn(const std::string& universe, const std::string& table);

    std::string describe_stream(const std::string& universe, const std::string& arn);

    // The replies of GetRecords from the beginning of every shard, in the order of the shards.
    std::string records(const std::string& universe, const std::string& arn);

    std::string shard_iterator(
        const std::string& universe, const std::string& arn, const std::string& shard
    );

    // The keys of all records of the table's stream, shard by shard.
    std::vector<std::string> recorded_keys(const std::string& universe, const std::string& table);

    std::string enable_time_to_live(const std::string& universe, const std::string& table);

    // Adds one to "n" of an item by a transaction with that token.
    std::string add_one(
        const std::string& universe,
        const std::string& table,
        const std::string& pk,
        const std::string& token
    );

    // "n" of an item; "" if it does not exist.
    std::string number(
        const std::string& universe, const std::string& table, const std::string& pk
    );

    // The text of the first string member of that name; "" if it does not exist.
    static std::string member(const std::string& json, const std::string& name);

    engine::Engine& engine() { return *engine_; }

    // A universe that exists as long as the world does; "" is the default one.
    engine::Universe& universe(const std::string& name = "") { return *engine_->universe(name); }

    // The machine's clock.
    engine::ManualClock& real() { return real_; }

    // The clock of the default universe.
    engine::VirtualClock& clock() { return engine_->default_universe().clock(); }

    // The laboratory of the default universe.
    emulator::laboratory::Laboratory& laboratory() { return laboratories_.usual(); }

    emulator::laboratory::Laboratories& laboratories() { return laboratories_; }

private:
    engine::faults::WatchedContext context_of(
        const std::string& universe, const std::string& region
    );
    std::unique_ptr<engine::Engine> open(
        engine::EngineOptions options, const std::optional<std::string>& directory
    );

    engine::ManualClock real_;
    std::unique_ptr<engine::Engine> engine_;
    emulator::laboratory::Laboratories laboratories_;
    emulator::admin::AdminRouter router_;
};

}  // namespace stator::testing
