#include "conformance/run/target_watch.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "conformance/base/patience.hpp"
#include "tests/conformance/temporary_folder.hpp"
#include "tests/support/scripted_server.hpp"

namespace stator::conformance {
namespace {

using stator::testing::ScriptedRequest;
using stator::testing::ScriptedServer;
using std::chrono::milliseconds;
using testing::TemporaryFolder;

bool comes_true(const std::function<bool()>& condition) {
    Patience patience(milliseconds(5'000));
    while (!condition()) {
        if (!patience.pause()) return false;
    }
    return true;
}

TEST(ServerProcess, KnowsWhetherItRuns) {
    ServerProcess process("sleep 100");
    EXPECT_TRUE(process.has_ended()) << "not started yet";
    process.restart();
    EXPECT_FALSE(process.has_ended());
    ServerProcess brief("exit 3");
    brief.restart();
    EXPECT_TRUE(comes_true([&] { return brief.has_ended(); }));
}

TEST(ServerProcess, EndsAllItHasStarted) {
    const TemporaryFolder folder;
    const std::string beats = folder.path() / "beats";
    const auto size = [&] {
        return std::filesystem::exists(beats) ? std::filesystem::file_size(beats) : 0;
    };
    {
        ServerProcess process("(while :; do echo x >> " + beats + "; sleep 0.01; done) & wait");
        process.restart();
        EXPECT_TRUE(comes_true([&] { return size() > 0; }));
    }
    const auto at_the_end = size();
    Patience(milliseconds(100)).pause();
    EXPECT_LE(size(), at_the_end + 2);
}

TEST(TargetWatch, BeginsANewEpochWhenAConnectionWasLost) {
    const ScriptedServer server([](const ScriptedRequest&) {
        return stator::testing::json_reply(400, "{}");
    });
    Target target;
    target.endpoint = {false, "127.0.0.1", std::to_string(server.port())};
    int outages = 0;
    TargetWatch watch(target, "", [&] { ++outages; });
    watch.start();
    EXPECT_EQ(watch.epoch(), 0U);
    watch.inspect(Loss::None);
    EXPECT_EQ(watch.epoch(), 0U);
    watch.inspect(Loss::Timeout);
    EXPECT_EQ(watch.epoch(), 0U) << "it answers others";
    watch.inspect(Loss::Connection);
    EXPECT_EQ(watch.epoch(), 1U);
    EXPECT_EQ(outages, 1);
}

TEST(TargetWatch, CannotStartWithoutATarget) {
    Target target;
    target.endpoint = {false, "127.0.0.1", "1"};
    EXPECT_THROW(TargetWatch(target, "", [] {}).start(), transport::TransportError);
}

}  // namespace
}  // namespace stator::conformance
