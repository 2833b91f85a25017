// Regions of a table with strong consistency are cut off and connected again under writers: every
// region's stream has the same records of an item in the same order.
#include <gtest/gtest.h>

#include <string>

#include "tests/races/baton.hpp"
#include "tests/support/recorded_streams.hpp"
#include "tests/support/replicas.hpp"

namespace stator::races {
namespace {

using testing::recorded_in;
using testing::replicas::kHome;
using testing::replicas::kOhio;
using testing::replicas::kOregon;
using testing::replicas::World;

constexpr int kStrongSeeds = 100;
constexpr int kStrongWrites = 12;

enum class StrongPlant : unsigned char { None, OvertakenCatchUp };

// A change that waits for its region is dropped, as the loser of a later one.
void overtake(World& world) {
    engine::Universe& universe = world.database.universe();
    for (const auto& group : universe.global_tables().all()) {
        const auto overtaken = group->next_delivery(universe.now());
        if (overtaken) group->note_delivered(overtaken->to, *overtaken->change, false, nullptr);
    }
}

void write(World& world, std::string_view region, const std::string& name) {
    for (int step = 0; step < kStrongWrites; ++step) {
        const std::string key = step % 3 == 0 ? "both" : name;
        world.database.run(testing::replicas::put(key, name + std::to_string(step)), region);
    }
}

void cut_and_heal(World& world, StrongPlant plant) {
    for (int step = 0; step < kStrongWrites / 3; ++step) {
        world.cut_off(kOregon);
        world.value("both", kHome);
        world.change_links([](auto& links) { links.cuts.clear(); });
        if (plant == StrongPlant::OvertakenCatchUp) overtake(world);
        world.pass(0);
    }
}

std::string first_strong_fault(StrongPlant plant) {
    std::uint64_t collisions = 0;
    for (std::uint64_t seed = 1; seed <= kStrongSeeds; ++seed) {
        World world;
        world.create();
        world.database.run(
            "UpdateTable",
            testing::replicas::named(
                R"(,"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})"
            )
        );
        world.make_strong();
        Baton baton(seed);
        baton.run({
            [&] { write(world, kHome, "home"); },
            [&] { write(world, kOhio, "ohio"); },
            [&] { write(world, kOregon, "oregon"); },
            [&] { cut_and_heal(world, plant); },
        });
        collisions += baton.collisions();
        world.heal();
        const auto expected = recorded_in(world, kHome);
        for (const std::string_view region : {kOhio, kOregon}) {
            if (recorded_in(world, region) == expected) continue;
            return "seed " + std::to_string(seed) + ": " + std::string(region);
        }
    }
    EXPECT_GT(collisions, 100U) << "actors hardly meet";
    return "";
}

TEST(StrongRaces, GiveEveryRegionTheSameStream) {
    EXPECT_EQ(first_strong_fault(StrongPlant::None), "");
}

TEST(StrongRaces, ShowACatchUpThatWasOvertaken) {
    EXPECT_NE(first_strong_fault(StrongPlant::OvertakenCatchUp), "");
}

}  // namespace
}  // namespace stator::races
