// After the process is killed, a change to tables of several regions is found completely or not at
// all, regardless of where the log ends.
#include "engine/operations/control/global_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/replicas.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/torn_log.hpp"

namespace stator::engine::operations::control {
namespace {

namespace fs = std::filesystem;

using ::testing::HasSubstr;
using testing::TemporaryDirectory;
using testing::replicas::kHome;
using testing::replicas::kIreland;
using testing::replicas::kOhio;
using testing::replicas::kOregon;
using testing::replicas::named;
using testing::replicas::World;

class TornChange : public ::testing::Test {
protected:
    TornChange() : world({}, directory_.path()) { world.create(); }

    // The bytes of the log, which then contains everything that is acknowledged.
    std::string log() {
        persistence::Journal& journal = *world.database.engine().journal();
        journal.flush();
        // The journal's own thread may have taken the batches and not written them yet.
        while (journal.progress().durable < journal.last_ticket()) std::this_thread::yield();
        std::ifstream file(directory_.path() + "/stator.log", std::ios::binary);
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }

    // Opens the data with every end that the log could have had since `before`, and calls `visit`
    // for each. Returns the number of ends.
    int each_end(const std::string& before, const std::function<void(World&)>& visit) {
        const std::string all = log();
        const std::vector<std::size_t> ends = testing::frame_ends(all, before.size());
        EXPECT_EQ(ends.back(), all.size());
        for (const std::size_t end : ends) {
            const TemporaryDirectory copy;
            for (const std::string part : {"", "-wal"}) {
                fs::copy_file(directory_.file() + part, copy.file() + part);
            }
            testing::write_file(
                copy.path() + "/stator.log", testing::torn_log(all, before.size(), end)
            );
            World found({}, copy.path());
            SCOPED_TRACE(std::to_string(end) + " of " + std::to_string(all.size()) + " bytes");
            visit(found);
            found.database.close();
        }
        return static_cast<int>(ends.size());
    }

    TemporaryDirectory directory_;
    World world;
};

TEST_F(TornChange, MakesAStrongTableInAllRegionsOrInNone) {
    const std::string before = log();
    world.make_strong();
    std::set<std::size_t> seen;
    const int ends = each_end(before, [&](World& found) {
        std::size_t count = 0;
        for (const std::string_view region : {kHome, kOhio, kOregon}) {
            const bool is_there = found.describe(region).starts_with('{');
            count += is_there ? 1 : 0;
        }
        const auto others = found.database.universe().global_tables().others(kHome, "tbl");
        EXPECT_EQ(others.size(), count - 1);
        seen.insert(count);
    });
    EXPECT_GT(ends, 3) << "it takes several batches";
    EXPECT_EQ(seen, (std::set<std::size_t>{1, 3}));
}

TEST_F(TornChange, ChangesSharedSettingsInAllRegionsOrInNone) {
    world.add(kIreland);
    world.add(kOhio);
    world.pass(1'000);
    const std::string before = log();
    const std::string reply = world.database.run(
        "UpdateTable", named(R"(,"OnDemandThroughput":{"MaxWriteRequestUnits":77})")
    );
    ASSERT_THAT(reply, HasSubstr("77"));
    const std::string to_live =
        named(R"(,"TimeToLiveSpecification":{"AttributeName":"ttl","Enabled":true})");
    ASSERT_THAT(world.database.run("UpdateTimeToLive", to_live, kIreland), HasSubstr("true"));
    std::set<std::string> seen;
    const int ends = each_end(before, [&](World& found) {
        std::string states;
        for (const std::string_view region : {kHome, kIreland, kOhio}) {
            const std::string lives = found.database.run("DescribeTimeToLive", named(), region);
            const bool is_limited = found.describe(region).find(":77") != std::string::npos;
            states += std::string(is_limited ? "limited" : "free") +
                      (lives.find("\"ttl\"") != std::string::npos ? "+ttl " : " ");
        }
        seen.insert(states);
    });
    EXPECT_GT(ends, 6) << "a batch for each region";
    EXPECT_EQ(
        seen,
        (std::set<std::string>{
            "free free free ", "limited limited limited ", "limited+ttl limited+ttl limited+ttl "})
    );
}

}  // namespace
}  // namespace stator::engine::operations::control
