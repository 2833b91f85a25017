// Requests that still refer to a universe, or to one of its tables, after another thread has
// deleted or replaced it.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "emulator/operations/operation_table.hpp"
#include "engine/data_check.hpp"
#include "engine/faults/watched_context.hpp"
#include "protocol/wire/json.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/expression_support.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::universes {
namespace {

using testing::kStreamOn;
using testing::World;

class UniverseDeletionTest : public ::testing::Test {
protected:
    UniverseDeletionTest() { open(); }

    void open() {
        world_.reset();
        world_ = std::make_unique<World>(testing::WorldOptions{.directory = directory_.path()});
    }

    World& world() { return *world_; }

    Engine& engine() { return world_->engine(); }

    // Runs a request that has already found its universe.
    static std::string run(
        Universe& universe,
        std::string_view operation,
        const std::string& request,
        const std::string& region = "us-east-1"
    ) {
        faults::WatchedContext context;
        context.place = {universe.name(), region};
        context.now = universe.now();
        const auto json = protocol::wire::JsonDocument::parse(request);
        context.body = json->body();
        RequestOutcome outcome;
        const auto* const row = emulator::operations::find_operation(operation, false);
        const auto result = row->handler(universe, context, json->root(), outcome);
        if (result.has_value()) return result.value();
        return std::string(protocol::error_name(result.error().type));
    }

    // Restarts, checks that the data file is sound, and returns the names of the universes.
    std::vector<std::string> found_again() {
        world_.reset();
        const SystemClock clock;
        const auto checked = check_data(directory_.path(), clock);
        EXPECT_EQ(std::get<0>(checked).problems, std::vector<std::string>());
        open();
        return engine().universes().names();
    }

    const testing::TemporaryDirectory directory_;
    std::unique_ptr<World> world_;
};

TEST_F(UniverseDeletionTest, RefusesTablesInAUniverseThatIsDeleted) {
    world().create_table("a", "Old");
    const auto held = engine().universe("a");
    engine().clear_universe("a", true);
    const std::string request = World::create_table_request("Late", kStreamOn);
    EXPECT_EQ(run(*held, "CreateTable", request), "InternalServerError");
    EXPECT_EQ(run(*held, "CreateTable", request, "eu-west-1"), "InternalServerError")
        << "in a region that the universe had not used";
    held->record_seed(5);
    held->triggers().mappings.record("{}", held->recorder());
    EXPECT_EQ(found_again(), std::vector<std::string>{""});
}

TEST_F(UniverseDeletionTest, RefusesWritesToADeletedTable) {
    world().create_table("a", "Tab");
    const std::string put = R"({"TableName":"Tab","Item":{"pk":{"S":"x"}}})";
    const auto held = engine().universe("a");
    const auto table = engine().find_table({"a", std::nullopt, "Tab"});
    engine().clear_universe("a", false);
    EXPECT_EQ(run(*held, "PutItem", put), "ResourceNotFoundException");
    // Like a writer that had looked up the table before the deletion.
    faults::WatchedContext context;
    context.place = {"a", "us-east-1"};
    context.now = held->now();
    RequestOutcome outcome;
    const auto item = tests::item("{'pk': {'S': 'x'}}");
    const write::WriteIntent intent = write::make_intent(
        table,
        table->snapshot()->schema,
        write::WriteKind::Put,
        protocol::values::ItemImage::create(item->payload())
    );
    const auto applied = held->committer().apply(intent, context, outcome);
    ASSERT_TRUE(applied.has_error());
    EXPECT_EQ(applied.error().type, protocol::ErrorType::ResourceNotFoundException);
    const auto together = held->committer().apply_transaction({&intent, 1}, context, outcome, {});
    ASSERT_TRUE(together.has_error());
    EXPECT_EQ(together.error().type, protocol::ErrorType::ResourceNotFoundException);
    EXPECT_EQ(outcome.journal_ticket, JournalTicket());
    world().create_table("a", "Tab");
    EXPECT_EQ(world().count("a", "Tab"), "0");
    EXPECT_EQ(found_again(), (std::vector<std::string>{"", "a"}));
    EXPECT_EQ(world().count("a", "Tab"), "0");
}

// The name becomes free only when the journal has all writes of the former universe.
TEST_F(UniverseDeletionTest, SucceedsWhileRequestsCreateTables) {
    std::atomic<bool> is_over = false;
    std::thread creator([&] {
        const std::string request = World::create_table_request("Tab");
        for (int i = 0; !is_over; ++i) {
            const auto universe = engine().universe("a");
            run(*universe, "CreateTable", request, i % 2 == 0 ? "us-east-1" : "eu-west-1");
            run(*universe, "PutItem", R"({"TableName":"Tab","Item":{"pk":{"S":"x"}}})");
        }
    });
    for (int i = 0; i < 300; ++i) engine().clear_universe("a", true);
    is_over = true;
    creator.join();
    engine().clear_universe("a", true);
    EXPECT_EQ(found_again(), std::vector<std::string>{""});
}

}  // namespace
}  // namespace stator::engine::universes
