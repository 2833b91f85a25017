// A reset universe: which answers it repeats, and which it does not.
#include <gtest/gtest.h>

#include "engine/universes/universe.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::universes {
namespace {

using testing::kStreamOn;
using testing::number;
using testing::World;

constexpr Instant kBeginning{1'760'000'000'000};

class UniverseResetTest : public ::testing::Test {
protected:
    Engine& engine() { return world_.engine(); }

    World world_;
};

// All replies of a universe with a lag, from its beginning.
std::string answers(World& world, const std::string& universe) {
    consistency::LagSettings lag;
    lag.tables = {consistency::ReadMode::Lagged, Distribution::uniform(0, 100)};
    world.universe(universe).consistency().set_settings(lag);
    std::string replies = world.create_table(universe, "Tab", kStreamOn);
    for (int i = 0; i < 40; ++i) {
        replies += world.put(universe, "Tab", "x", {{"n", number(i)}});
        world.universe(universe).clock().advance(20);
        replies += world.get(universe, "Tab", "x", false);
        replies += std::to_string(world.universe(universe).next_request_number());
    }
    replies += world.describe(universe, "Tab");
    const std::string stream = world.stream_arn(universe, "Tab");
    return replies + world.describe_stream(universe, stream) + world.records(universe, stream);
}

TEST_F(UniverseResetTest, ResetWithASeedAndATimeRepeatsAllAnswers) {
    world_.create_table("", "Other", kStreamOn);
    engine().reset_universe("a", {7, kBeginning});
    const std::string first = answers(world_, "a");
    engine().reset_universe("a", {7, kBeginning});
    EXPECT_EQ(answers(world_, "a"), first);
    answers(world_, "b");
    engine().reset_universe("b", {7, kBeginning});
    EXPECT_EQ(answers(world_, "b"), first);
    // A reset without arguments keeps the seed and the current time of the universe.
    engine().reset_universe("b", {});
    EXPECT_NE(answers(world_, "b"), first);
    engine().reset_universe("b", {std::nullopt, kBeginning});
    EXPECT_EQ(answers(world_, "b"), first);
    engine().reset_universe("b", {8, kBeginning});
    EXPECT_NE(answers(world_, "b"), first);
}

TEST_F(UniverseResetTest, WithoutASeedAResetNeverRepeatsATablesId) {
    const auto id = [&] { return World::member(world_.create_table("a", "Tab"), "TableId"); };
    const std::string first = id();
    engine().reset_universe("a", {});
    EXPECT_NE(id(), first);
    EXPECT_EQ(world_.universe("a").next_request_number(), 0U);
}

TEST_F(UniverseResetTest, NewTablesDoNotGetTheIdOfAnExistingTable) {
    const testing::TemporaryDirectory directory;
    const std::string saved = directory.path() + "/saved";
    engine().reset_universe("a", {7, {}});
    const std::string id = World::member(world_.create_table("a", "Tab"), "TableId");
    ASSERT_EQ(engine().save_universe("a", Engine::SavePlace{saved}), std::nullopt);
    engine().reset_universe("b", {7, {}});
    engine().restore_universe("b", saved, Engine::RestoredTime::Kept);
    EXPECT_EQ(World::member(world_.describe("b", "Tab"), "TableId"), id);
    EXPECT_NE(World::member(world_.create_table("b", "Second"), "TableId"), id);
}

}  // namespace
}  // namespace stator::engine::universes
