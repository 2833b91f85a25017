// The clock of a persistent server, which its data file remembers.
#include <gtest/gtest.h>

#include <optional>

#include "tests/emulator/support/world.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::admin::routes {
namespace {

using testing::number;
using testing::World;

constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kDayMs = 24 * kHourMs;
constexpr engine::Instant kStart{1'750'000'000'000};
constexpr engine::Instant kNewYear{1'767'225'600'000};  // 2026-01-01

class RememberedClock : public ::testing::Test {
protected:
    RememberedClock() { reopen(0); }

    // Closes, lets real time pass, and opens again.
    void reopen(std::int64_t pause_ms) {
        if (world_) {
            real_now_ = world_->real().now() + pause_ms;
            EXPECT_TRUE(world_->engine().close());
        }
        world_.reset();
        world_.emplace(testing::WorldOptions{.directory = directory_.path(), .real_time = real_now_}
        );
    }

    std::string post(
        const std::string& verb, const std::string& body = "", const std::string& universe = ""
    ) {
        const std::string query = universe.empty() ? "" : "?universe=" + universe;
        return world_->call("POST", "/clock/" + verb + query, body);
    }

    engine::Instant now(const std::string& universe = "") {
        return world_->universe(universe).now();
    }

    testing::TemporaryDirectory directory_;
    engine::Instant real_now_ = kStart;
    std::optional<World> world_;
};

TEST_F(RememberedClock, ThatIsFrozen) {
    post("freeze", R"({"at":"2026-01-01"})");
    post("advance", R"({"ms":5})");
    reopen(kDayMs);
    EXPECT_EQ(now(), kNewYear + 5);
    EXPECT_EQ(World::member(world_->call("GET", "/clock"), "mode"), "frozen");
    world_->real().advance(kDayMs);
    EXPECT_EQ(now(), kNewYear + 5);
}

TEST_F(RememberedClock, ThatIsShifted) {
    post("advance", R"({"by":"2d"})");
    reopen(kHourMs);
    EXPECT_EQ(now(), kStart + 2 * kDayMs + kHourMs);
    world_->real().advance(kHourMs);
    EXPECT_EQ(now(), kStart + 2 * kDayMs + 2 * kHourMs);
    EXPECT_EQ(World::member(world_->call("GET", "/clock"), "mode"), "shifted");
}

TEST_F(RememberedClock, ThatIsScaled) {
    post("scale", R"({"factor":0.25})");
    world_->real().advance(4'000);
    reopen(4'000);
    EXPECT_EQ(now(), kStart + 2'000);
    post("scale", R"({"factor":0.000001})");
    reopen(0);
    EXPECT_DOUBLE_EQ(world_->clock().setting().scale, 0.000001);
    EXPECT_EQ(now(), kStart + 2'000);
}

TEST_F(RememberedClock, ThatFollowsAgain) {
    post("freeze", R"({"at":5})");
    post("follow");
    reopen(kHourMs);
    EXPECT_EQ(now(), kStart + kHourMs);
    EXPECT_EQ(World::member(world_->call("GET", "/clock"), "mode"), "follow");
}

TEST_F(RememberedClock, DecidesWhichItemsHaveExpired) {
    world_->create_table("", "Tab");
    world_->enable_time_to_live("", "Tab");
    world_->put("", "Tab", "x", {{"gone", number(kNewYear.unix_ms() / 1'000)}});
    world_->add_one("", "Tab", "y", "token");
    reopen(0);
    EXPECT_NE(world_->get("", "Tab", "x"), "{}");
    post("freeze", R"({"at":"2026-01-01T01:00:00Z"})");
    EXPECT_EQ(world_->get("", "Tab", "x"), "{}");
    reopen(0);
    EXPECT_EQ(world_->get("", "Tab", "x"), "{}");
    world_->add_one("", "Tab", "y", "token");
    EXPECT_EQ(world_->number("", "Tab", "y"), "2");
}

TEST_F(RememberedClock, OfEachUniverse) {
    for (const char* universe : {"frozen", "ahead", "slow", "follows"}) {
        world_->create_table(universe, "Tab");
    }
    post("freeze", R"({"at":"2026-01-01"})", "frozen");
    post("advance", R"({"by":"2d"})", "ahead");
    post("scale", R"({"factor":0.25})", "slow");
    post("freeze");
    post("advance", R"({"by":"1h"})");
    reopen(kHourMs);
    EXPECT_EQ(now(), kStart + kHourMs);
    EXPECT_EQ(now("frozen"), kNewYear);
    EXPECT_EQ(now("ahead"), kStart + 2 * kDayMs + kHourMs);
    EXPECT_EQ(now("slow"), kStart + kHourMs / 4);
    EXPECT_EQ(now("follows"), kStart + kHourMs) << "although the default one's stands still";
    world_->real().advance(kHourMs);
    EXPECT_EQ(now("follows"), kStart + 2 * kHourMs);
    EXPECT_EQ(now("frozen"), kNewYear);
}

TEST_F(RememberedClock, ThatAUniverseWasMadeWith) {
    post("freeze", R"({"at":"2026-01-01"})");
    world_->create_table("made", "Tab");
    world_->call("POST", "/universes/made/fork", R"({"name":"forked"})");
    post("follow");
    reopen(kHourMs);
    EXPECT_EQ(now(), kStart + kHourMs);
    EXPECT_EQ(now("made"), kNewYear);
    EXPECT_EQ(now("forked"), kNewYear);
}

TEST_F(RememberedClock, OfAForkThatReplacesAUniverse) {
    world_->create_table("a", "Tab");
    world_->create_table("b", "Tab");
    post("freeze", R"({"at":"2026-01-01"})", "b");
    world_->engine().copy_universe("a", "b");
    reopen(kHourMs);
    EXPECT_EQ(now("b"), kStart + kHourMs);
}

TEST_F(RememberedClock, OfAUniverseThatWasReset) {
    world_->create_table("a", "Tab");
    post("freeze", R"({"at":"2026-01-01"})", "a");
    world_->call("POST", "/universes/a/reset");
    EXPECT_EQ(now("a"), kNewYear);
    reopen(kHourMs);
    EXPECT_EQ(now("a"), kNewYear);
}

TEST_F(RememberedClock, NoneIsLeftOfAUniverseThatWasDeleted) {
    world_->create_table("a", "Tab");
    post("freeze", R"({"at":"2026-01-01"})", "a");
    const auto held = world_->engine().universe("a");
    world_->call("DELETE", "/universes/a");
    held->clock().freeze(kNewYear + 1);
    held->record_clock();  // by a request that arrived just before
    reopen(kHourMs);
    EXPECT_FALSE(world_->engine().universes().exists("a"));
    EXPECT_EQ(now("a"), kStart + kHourMs);
}

// The clock of each universe decides which of its work is due, also while loading.
TEST_F(RememberedClock, DecidesWhichItemsHaveExpiredInEachUniverse) {
    const auto prepare = [&](const std::string& universe) {
        world_->create_table(universe, "Tab");
        world_->enable_time_to_live(universe, "Tab");
        world_->put(universe, "Tab", "x", {{"gone", number(kStart.unix_ms() / 1'000 + 60)}});
        world_->add_one(universe, "Tab", "y", "token");
    };
    prepare("late");
    post("freeze", "", "late");
    prepare("");
    reopen(kHourMs);
    EXPECT_EQ(world_->get("", "Tab", "x"), "{}");
    EXPECT_NE(world_->get("late", "Tab", "x"), "{}");
    world_->add_one("", "Tab", "y", "another");  // forgets what has expired by its clock
    reopen(0);
    world_->add_one("", "Tab", "y", "token");
    EXPECT_EQ(world_->number("", "Tab", "y"), "3");
    world_->add_one("late", "Tab", "y", "token");
    EXPECT_EQ(world_->number("late", "Tab", "y"), "1");
}

}  // namespace
}  // namespace stator::emulator::admin::routes
