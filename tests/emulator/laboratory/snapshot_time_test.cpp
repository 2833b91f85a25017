// The time of a restored universe: the age of its contents, and the time of its clock.

#include <gtest/gtest.h>

#include <string>

#include "tests/emulator/laboratory/saved_snapshots.hpp"
#include "tests/support/sealed_rows.hpp"
#include "tests/support/text_matches.hpp"

namespace stator::emulator::laboratory {
namespace {

using testing::item;
using testing::kStreamOn;
using testing::number;
using testing::text;
using testing::World;

constexpr std::int64_t kShiftedDayMs = 24 * 3'600'000;

class SnapshotTimeTest : public SnapshotsTest {
protected:
    // Saves a universe with an item that expires within a minute, a stream and a token; then a day
    // passes.
    void prepare() {
        world().create_table("a", "Tab", kStreamOn);
        world().enable_time_to_live("a", "Tab");
        expires_s_ = now_s("a") + 60;
        put_expiring("a", "dies", expires_s_);
        world().add_one("a", "Tab", "counted", "token");
        ASSERT_EQ(save("one", "a"), "saved");
        world().real().advance(kShiftedDayMs);
    }

    std::int64_t now_s(const std::string& universe) {
        return world().universe(universe).now().unix_ms() / 1'000;
    }

    void put_expiring(const std::string& universe, const std::string& pk, std::int64_t at_s) {
        world().put(universe, "Tab", pk, {{"gone", number(at_s)}});
    }

    // All data is there as a moment after it was saved, and ages from that time.
    void expect_fresh(const std::string& universe) {
        EXPECT_NE(world().get(universe, "Tab", "dies"), "{}");
        EXPECT_EQ(world().recorded_keys(universe, "Tab").size(), 2U);
        world().add_one(universe, "Tab", "counted", "token");
        EXPECT_EQ(world().number(universe, "Tab", "counted"), "1");
        world().universe(universe).clock().advance(2 * 60'000);
        EXPECT_EQ(world().get(universe, "Tab", "dies"), "{}");
        world().universe(universe).clock().advance(9 * 60'000);
        world().add_one(universe, "Tab", "counted", "token");
        EXPECT_EQ(world().number(universe, "Tab", "counted"), "2");
    }

    std::int64_t expires_s_ = 0;
};

TEST_F(SnapshotTimeTest, IsThatOfTheUniverseByDefault) {
    prepare();
    world().universe("b").clock().freeze();
    const engine::Instant now = world().universe("b").now();
    EXPECT_EQ(restore("one", "b"), "restored");
    EXPECT_EQ(world().universe("b").now(), now);
    EXPECT_TRUE(world().universe("b").clock().setting().is_frozen());
    EXPECT_EQ(world().get("b", "Tab", "dies"), "{}");
    world().add_one("b", "Tab", "counted", "token");
    EXPECT_EQ(world().number("b", "Tab", "counted"), "2");
}

TEST_F(SnapshotTimeTest, ContinuesFromTheMomentOfSaving) {
    const engine::Instant start = world().universe("a").now();
    prepare();
    EXPECT_EQ(restore("one", "b", RestoredTime::Resumed), "restored");
    EXPECT_EQ(world().universe("b").now(), start);
    EXPECT_NE(world().get("b", "Tab", "dies").find(std::to_string(expires_s_)), std::string::npos);
    expect_fresh("b");
    world().real().advance(kShiftedDayMs);
    EXPECT_EQ(world().universe("b").now(), start + kShiftedDayMs + 11 * 60'000);
    EXPECT_EQ(world().universe("").now(), start + 2 * kShiftedDayMs) << "nobody else is concerned";
}

TEST_F(SnapshotTimeTest, ContinuesAtTheSameScale) {
    world().universe("a").clock().scale(0.5);
    world().universe("frozen").clock().freeze(engine::Instant(5'000));
    save("slow", "a");
    save("frozen", "frozen");
    const engine::Instant start = world().universe("a").now();
    world().real().advance(kShiftedDayMs);
    restore("slow", "b", RestoredTime::Resumed);
    restore("frozen", "c", RestoredTime::Resumed);
    world().real().advance(1'000);
    EXPECT_EQ(world().universe("b").now(), start + 500);
    EXPECT_EQ(world().universe("c").now(), engine::Instant(5'000));
    EXPECT_TRUE(world().universe("c").clock().setting().is_frozen());
}

TEST_F(SnapshotTimeTest, OfTheContentsIsMovedToTheUniverses) {
    prepare();
    const engine::Instant now = world().universe("b").now();
    const std::string created = world().describe("a", "Tab");
    EXPECT_EQ(restore("one", "b", RestoredTime::Shifted), "restored");
    EXPECT_EQ(world().universe("b").now(), now);
    EXPECT_NE(
        world().get("b", "Tab", "dies").find(std::to_string(expires_s_ + kShiftedDayMs / 1'000)),
        std::string::npos
    );
    EXPECT_NE(world().describe("b", "Tab"), created);
    put_expiring("b", "of-today", now_s("b") + 60);
    EXPECT_NE(world().get("b", "Tab", "of-today"), "{}");
    world().run("b", testing::remove("Tab", item({{"pk", text("of-today")}})));
    const std::string records = world().records("b", world().stream_arn("b", "Tab"));
    EXPECT_EQ(testing::all_matches(records, R"re("eventName":"(\w+)")re").size(), 4U);
    EXPECT_EQ(restore("one", "b", RestoredTime::Shifted), "restored");
    expect_fresh("b");
}

TEST_F(SnapshotTimeTest, IsDurable) {
    for (const RestoredTime time : {RestoredTime::Resumed, RestoredTime::Shifted}) {
        open(true);
        world().engine().clear_universe("a", true);
        prepare();
        EXPECT_EQ(restore("one", "b", time), "restored");
        const engine::Instant now = world().universe("b").now();
        open(true);
        EXPECT_EQ(world().universe("b").now(), now);
        expect_fresh("b");
        EXPECT_EQ(remove("one"), "removed");
    }
}

TEST_F(SnapshotTimeTest, OfAServedOneIsThatOfItsClock) {
    world().universe("a").clock().freeze(engine::Instant(5'000));
    world().create_table("a", "Tab");
    save("one", "a");
    World served({.directory = directory() + "/one"});
    EXPECT_EQ(served.universe().now(), engine::Instant(5'000));
}

// Before snapshots had an origin.
TEST_F(SnapshotTimeTest, OfAnOldOneIsNotKnown) {
    prepare();
    testing::write_sealed(file("one"), "DELETE FROM entries WHERE section = 'origin'");
    world().create_table("b", "Kept");
    for (const RestoredTime time : {RestoredTime::Resumed, RestoredTime::Shifted}) {
        const std::string refusal = restore("one", "b", time);
        EXPECT_TRUE(refusal.starts_with("409 ")) << refusal;
        EXPECT_NE(refusal.find("did not note the time"), std::string::npos) << refusal;
        EXPECT_EQ(world().tables("b"), R"({"TableNames":["Kept"]})");
    }
    EXPECT_FALSE(snapshots().show("one")->description.origin);
    EXPECT_EQ(restore("one", "b"), "restored");
    EXPECT_EQ(world().tables("b"), R"({"TableNames":["Tab"]})");
}

}  // namespace
}  // namespace stator::emulator::laboratory
