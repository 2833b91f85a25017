#include "tools/mcp/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <sstream>

#include "tests/support/scripted_server.hpp"
#include "tests/tools/client/made_up_surroundings.hpp"
#include "tools/mcp/command.hpp"

namespace stator::tools::mcp {
namespace {

using client::MadeUpSurroundings;
using testing::json_reply;
using testing::ScriptedRequest;
using testing::ScriptedServer;

constexpr const char* kNobody = "http://127.0.0.1:1";

// A session of a client, with the server at `url`.
class Conversation {
public:
    explicit Conversation(const std::string& url, std::string universe = {})
        : link_(url, std::move(universe), surroundings_.get()),
          session_(link_, {"test", "us-east-1"}, {}) {}

    std::string say(const std::string& line) { return session_.handle(line).value_or("nothing"); }

    std::string ask(const std::string& method, const std::string& params = "{}") {
        return say(
            R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + "}"
        );
    }

    std::string begin(const std::string& version = "2025-11-25") {
        return ask("initialize", R"({"protocolVersion":")" + version + R"("})");
    }

private:
    MadeUpSurroundings surroundings_;
    ServerLink link_;
    Session session_;
};

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(Session, BeginsWithTheVersionThatBothKnow) {
    for (const std::string_view version : kProtocolVersionNames) {
        Conversation conversation(kNobody);
        EXPECT_TRUE(contains(
            conversation.begin(std::string(version)),
            R"("protocolVersion":")" + std::string(version) + R"(")"
        ));
    }
    EXPECT_TRUE(
        contains(Conversation(kNobody).begin("1999-01-01"), R"("protocolVersion":"2025-11-25")")
    );
}

TEST(Session, RefusesRequestsBeforeItBegins) {
    Conversation conversation(kNobody);
    EXPECT_TRUE(contains(conversation.ask("tools/list"), R"("code":-32600)"));
    EXPECT_TRUE(contains(conversation.ask("ping"), R"("result":{})"));
    EXPECT_TRUE(contains(conversation.ask("initialize"), R"("code":-32602)"));
    conversation.begin();
    EXPECT_TRUE(contains(conversation.begin(), R"("code":-32600)"));
    EXPECT_TRUE(contains(conversation.ask("prompts/list"), R"("code":-32601)"));
}

TEST(Session, AnswersBatchesInTheOneVersionThatHasThem) {
    Conversation march(kNobody);
    const std::string batch =
        R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},7])";
    EXPECT_TRUE(contains(march.say(batch), R"("code":-32600)"));
    march.begin("2025-03-26");
    EXPECT_TRUE(march.say(batch).starts_with(R"([{"jsonrpc":"2.0","id":1,"result":{}},{)"));
    EXPECT_EQ(march.say(R"([{"jsonrpc":"2.0","method":"x"}])"), "nothing");
    EXPECT_TRUE(contains(march.say("[]"), R"("code":-32600)"));
    Conversation june(kNobody);
    june.begin("2025-06-18");
    EXPECT_TRUE(june.say(batch).starts_with("{"));
}

TEST(Session, SuggestsStartingAServerIfNoneRuns) {
    Conversation conversation(kNobody);
    conversation.begin();
    const std::string answer = conversation.ask("tools/call", R"({"name":"ListTables"})");
    EXPECT_TRUE(contains(answer, "start one with 'stator'")) << answer;
    EXPECT_TRUE(contains(answer, R"("isError":true)")) << answer;
    EXPECT_TRUE(contains(conversation.ask("resources/list"), "stator://laboratory"));
    EXPECT_TRUE(contains(
        conversation.ask("resources/read", R"({"uri":"stator://tables"})"), R"("code":-32603)"
    ));
}

// Stores the first line of each request, and answers with an empty object; with 404 to `unknown`.
class Listener {
public:
    explicit Listener(std::string unknown = "none")
        : server_([this, unknown](const ScriptedRequest& request) {
              const std::lock_guard lock(mutex_);
              const std::string line = request.head.substr(0, request.head.find(" HTTP/"));
              lines_.push_back(line);
              return json_reply(contains(line, unknown) ? 404 : 200, "{}");
          }) {}

    std::string url() const { return server_.url(); }

    std::vector<std::string> lines() {
        const std::lock_guard lock(mutex_);
        return lines_;
    }

private:
    std::mutex mutex_;
    std::vector<std::string> lines_;
    ScriptedServer server_;
};

TEST(Session, AsksTheUniverseThatIsMeant) {
    Listener listener;
    Conversation conversation(listener.url() + "/u/of-url", "usual");
    conversation.begin();
    conversation.ask("tools/call", R"({"name":"ListTables"})");
    conversation.ask("tools/call", R"({"name":"getClock","arguments":{"universe":"other"}})");
    Conversation plain(listener.url() + "/u/of-url");
    plain.begin();
    plain.ask("tools/call", R"({"name":"getClock","arguments":null})");
    EXPECT_EQ(
        listener.lines(),
        (std::vector<std::string>{
            "POST /u/usual/_stator/console/api",
            "GET /u/other/_stator/v1/clock",
            "GET /u/of-url/_stator/v1/clock"})
    );
}

TEST(Session, AsksDynamoDbItselfWhereTheConsoleIsNot) {
    Listener listener("console");
    Conversation conversation(listener.url());
    conversation.begin();
    const auto answer = conversation.ask("tools/call", R"({"name":"ListTables"})");
    EXPECT_TRUE(contains(answer, R"("isError":false)")) << answer;
    EXPECT_EQ(listener.lines(), (std::vector<std::string>{"POST /_stator/console/api", "POST /"}));
}

TEST(Session, RefusesToolsThatChangeSomething) {
    Listener listener;
    Conversation conversation(listener.url());
    conversation.begin();
    const auto refused = conversation.ask("tools/call", R"({"name":"PutItem"})");
    EXPECT_TRUE(contains(refused, "stator mcp --write")) << refused;
    EXPECT_TRUE(contains(refused, R"("code":-32602)")) << refused;
    EXPECT_FALSE(contains(conversation.ask("tools/call", R"({"name":"nonsense"})"), "--write"));
    EXPECT_TRUE(listener.lines().empty());
}

// Runs `stator mcp` with these arguments and this input. Returns the exit status, then the output.
std::string run(const std::vector<std::string>& arguments, const std::string& input) {
    const MadeUpSurroundings surroundings;
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    const int code = run_mcp(arguments, surroundings.get(), in, out, err);
    return std::to_string(code) + " " + out.str() + err.str();
}

TEST(McpApplication, AnswersLinesUntilTheyEnd) {
    const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
    const std::string pong = R"({"jsonrpc":"2.0","id":1,"result":{}})";
    EXPECT_EQ(run({}, ""), "0 ");
    EXPECT_EQ(run({}, ping + "\r\n \n" + ping), "0 " + pong + "\n" + pong + "\n");
}

TEST(McpApplication, ReportsInvalidOptions) {
    EXPECT_TRUE(contains(run({"--help"}, ""), "0 Lets an AI assistant"));
    EXPECT_TRUE(run({"--nonsense"}, "").starts_with("2 stator mcp: "));
    EXPECT_TRUE(run({"--universe", "a/b"}, "").starts_with("2 stator mcp: 'a/b' cannot"));
    EXPECT_TRUE(run({"--region", "a b"}, "").starts_with("2 stator mcp: 'a b' cannot"));
}

TEST(McpApplication, DeclaresItsOptionsForCompletions) {
    const auto tree = command_tree();
    EXPECT_TRUE(std::ranges::any_of(tree.options, [](const auto& option) {
        return option.name == "--write";
    }));
}

}  // namespace
}  // namespace stator::tools::mcp
