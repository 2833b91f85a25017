#include "tools/client/search.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>

#include "tests/emulator/support/running_server.hpp"
#include "tests/support/scripted_server.hpp"
#include "tests/tools/client/made_up_surroundings.hpp"

namespace stator::tools::client {
namespace {

using testing::json_reply;
using testing::RunningServer;
using testing::ScriptedRequest;
using testing::ScriptedServer;

std::string url_of(const RunningServer& server) {
    return local_endpoint(server.port());
}

TEST(Search, KnowsWhichServerAnswers) {
    RunningServer stator;
    EXPECT_EQ(ask_health(url_of(stator)).who, Answerer::Stator);
    EXPECT_EQ(ask_health(url_of(stator) + "/u/one").who, Answerer::Stator);
    ScriptedServer local([](const ScriptedRequest&) {
        return json_reply(
            400,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#)"
            R"(MissingAuthenticationToken","Message":"Request must"})"
        );
    });
    EXPECT_EQ(ask_health(local.url()).who, Answerer::DynamodbLocal);
    EXPECT_EQ(ask_health(local.url()).sentence, "DynamoDB Local answers at " + local.url());
    ScriptedServer stranger([](const ScriptedRequest&) { return json_reply(404, "{}"); });
    EXPECT_EQ(ask_health(stranger.url()).who, Answerer::Stranger);
    ScriptedServer closes([](const ScriptedRequest&) { return std::nullopt; });
    EXPECT_EQ(ask_health(closes.url()).who, Answerer::Nobody);
    EXPECT_EQ(ask_health("nonsense").who, Answerer::Nobody);
}

TEST(Search, FindsTheServerThatIsMeant) {
    RunningServer stator;
    MadeUpSurroundings around;
    around.usual_endpoint = url_of(stator);
    const auto found = find_server(around.get());
    ASSERT_TRUE(std::holds_alternative<std::string>(found));
    EXPECT_EQ(std::get<std::string>(found), url_of(stator));
    around.usual_endpoint = "http://127.0.0.1:1";
    const auto none = find_server(around.get());
    ASSERT_TRUE(std::holds_alternative<NoServer>(none));
    EXPECT_NE(std::get<NoServer>(none).sentence.find("start one with 'stator'"), std::string::npos);
}

// An imitation of /proc in which processes called stator listen on these ports.
class RunningStators : public ::testing::Test {
protected:
    void listen(const std::vector<std::pair<int, std::uint16_t>>& ports) {
        const std::string proc = around_.home() + "/proc";
        std::filesystem::create_directories(proc + "/net");
        std::string table("head\n");
        for (const auto& [pid, port] : ports) {
            const std::string inode = std::to_string(++inode_);
            std::array<char, 8> hex{};
            std::snprintf(hex.data(), hex.size(), "%04X", port);
            table.append("0: 0100007F:").append(hex.data());
            table.append(" 00000000:0000 0A 0:0 0:0 0 0 0 ").append(inode).append(" 1\n");
            const std::string process = proc + "/" + std::to_string(pid);
            std::filesystem::create_directories(process + "/fd");
            std::filesystem::create_symlink("socket:[" + inode + "]", process + "/fd/" + inode);
            testing::write_file(process + "/cmdline", "/usr/bin/stator");
        }
        testing::write_file(proc + "/net/tcp", table);
    }

    MadeUpSurroundings around_;
    int inode_ = 0;
};

TEST_F(RunningStators, AreKnownByTheirFirstPort) {
    listen({{7, 8001}, {7, 9001}, {8, 8002}});
    const auto stators = running_stators(around_.get().proc);
    ASSERT_EQ(stators.size(), 2U);
    EXPECT_EQ(stators[0].port, 8001);
    EXPECT_EQ(stators[1].port, 8002);
}

TEST_F(RunningStators, TheOnlyOneIsMeant) {
    RunningServer server;
    listen({{7, server.port()}});
    const auto found = find_server(around_.get());
    ASSERT_TRUE(std::holds_alternative<std::string>(found));
    EXPECT_EQ(std::get<std::string>(found), url_of(server));
}

TEST_F(RunningStators, SeveralRequireAnEndpoint) {
    listen({{7, 8001}, {8, 8002}});
    const auto found = find_server(around_.get());
    ASSERT_TRUE(std::holds_alternative<NoServer>(found));
    EXPECT_EQ(
        std::get<NoServer>(found).sentence,
        "several Stators run here, on the ports 8001, 8002: choose one with --endpoint "
        "http://127.0.0.1:PORT."
    );
}

}  // namespace
}  // namespace stator::tools::client
