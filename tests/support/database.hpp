// A whole in-memory Stator below HTTP, under a manual clock. Tests call it by operation name and
// JSON, or with requests about items that are values.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "engine/base/clock.hpp"
#include "engine/engine.hpp"
#include "tests/support/items/item_requests.hpp"

namespace stator::testing {

class Database {
public:
    // In memory if no directory is given.
    explicit Database(
        engine::EngineOptions options = {},
        std::optional<std::string> directory = std::nullopt,
        engine::Instant start = kStart
    );

    // Uses the data file that the test provides.
    Database(engine::EngineOptions options, std::unique_ptr<engine::persistence::DataFile> file);

    static constexpr engine::Instant kStart{1'750'000'000'000};

    // Returns the JSON of the reply, or "ValidationException: message", followed by the messages of
    // a cancelled transaction's reasons.
    std::string run(
        std::string_view operation, std::string_view request, std::string_view region = "us-east-1"
    );

    // Like run() above; sets `outcome` to what the reply must wait for.
    std::string run(
        std::string_view operation,
        std::string_view request,
        std::string_view region,
        engine::RequestOutcome& outcome
    );

    // Runs a request that is a value. Returns the JSON of the reply, or the error.
    std::string run(ItemRequest request, std::string_view region = "us-east-1");

    std::string run(ItemRequest request, std::string_view region, engine::RequestOutcome& outcome);

    // The table, which must exist.
    std::shared_ptr<engine::table::Table> table(std::string_view name);

    // Returns the first string member with that name anywhere in the reply, "" if there is none.
    std::string member(std::string_view operation, std::string_view request, std::string_view name);

    // Creates a table with keys such as "pk:S" or "pk:S sk:N". `more` contains further members such
    // as "\"GlobalSecondaryIndexes\":[…]", and `definitions` the types of their attributes ("a:S
    // b:N").
    std::string create_table(
        std::string_view name,
        std::string_view keys,
        std::string_view definitions = "",
        std::string_view more = ""
    );

    engine::Engine& engine() { return *engine_; }

    // The default universe, which handles all requests.
    engine::Universe& universe() { return engine_->default_universe(); }

    engine::ManualClock& clock() { return clock_; }

    // Waits for the journal, so that everything acknowledged is on disk. Returns false if writing
    // failed.
    bool close() { return engine_->close(); }

private:
    using Opened =
        std::variant<std::unique_ptr<engine::Engine>, engine::persistence::DataFileError>;
    void take(Opened opened);

    engine::ManualClock clock_;
    std::unique_ptr<engine::Engine> engine_;
};

}  // namespace stator::testing
