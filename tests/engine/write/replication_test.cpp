// The effects of a write are never in the journal before it, regardless of how writers and
// deliveries race. Otherwise a kill in between would leave regions that differ permanently.
#include "engine/write/replication.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/replicas.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::write {
namespace {

using testing::TemporaryDirectory;
using testing::replicas::kHome;
using testing::replicas::kIreland;
using testing::replicas::kTokyo;
using testing::replicas::put;
using testing::replicas::World;

constexpr int kWriters = 3;
constexpr int kWritesEach = 4'000;
constexpr int kKeys = 40;

void write_all(World& world, int writer, std::atomic<int>& writing) {
    const std::string_view region = writer % 2 == 0 ? kHome : kIreland;
    for (int i = 0; i < kWritesEach; ++i) {
        const std::string pk = std::to_string(writer) + "-" + std::to_string(i % kKeys);
        const std::string reply =
            world.database.run(put(pk, std::to_string(i)), std::string(region));
        ASSERT_EQ(reply, "{}");
    }
    --writing;
}

TEST(Replication, ADeliveryIsInTheJournalBehindItsWrite) {
    const TemporaryDirectory directory;
    {
        World world({}, directory.path());
        world.create();
        world.add(kIreland);
        world.add(kTokyo);
        world.set_lag(0);
        std::atomic<int> writing{kWriters};
        std::vector<std::thread> writers;
        for (int writer = 0; writer < kWriters; ++writer) {
            writers.emplace_back([&, writer] { write_all(world, writer, writing); });
        }
        while (writing > 0) world.pass(0);
        for (std::thread& writer : writers) writer.join();
        world.pass(0);
        ASSERT_EQ(world.state().retained, 0U);
        world.database.close();
    }
    // After a restart, a write whose last delivery is earlier in the journal would still be in
    // transit.
    World found({}, directory.path());
    const auto group = found.database.universe().global_tables().find(kHome, "tbl");
    ASSERT_NE(group, nullptr);
    EXPECT_EQ(group->retained(), 0U);
}

}  // namespace
}  // namespace stator::engine::write
