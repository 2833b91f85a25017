#include "conformance/run/suite.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <set>

#include "conformance/format/case_parser.hpp"
#include "tests/support/scripted_server.hpp"

namespace stator::conformance {
namespace {

using stator::testing::error_reply;
using stator::testing::json_reply;
using stator::testing::ScriptedRequest;
using stator::testing::ScriptedServer;
using std::chrono::milliseconds;

constexpr const char* kActive =
    R"({"Table": {"TableStatus": "ACTIVE", "GlobalSecondaryIndexes": [{"IndexStatus": "ACTIVE"}]}})";
constexpr const char* kIndexCreating =
    R"({"Table": {"TableStatus": "ACTIVE", "GlobalSecondaryIndexes": [{"IndexStatus": "CREATING"}]}})";

/// A server with tables; a test defines its other replies. Counts calls by operation.
class FakeDynamoDb {
public:
    explicit FakeDynamoDb(ScriptedServer::Script script)
        : script_(std::move(script)),
          server_([this](const ScriptedRequest& request) { return answer(request); }) {}

    const ScriptedServer& server() const { return server_; }

    int calls(const std::string& operation) {
        const std::lock_guard lock(mutex_);
        return calls_[operation];
    }

    bool refuses_tables = false;
    bool leaves_tables_creating = false;

private:
    std::optional<std::string> answer(const ScriptedRequest& request) {
        int call = 0;
        {
            const std::lock_guard lock(mutex_);
            call = ++calls_[request.target];
        }
        if (request.target == "CreateTable" && refuses_tables) return error_reply("X", "no");
        if (request.target == "CreateTable") return json_reply(200, "{}");
        if (request.target == "ListTables") return json_reply(200, "{}");
        if (request.target == "DeleteTable") return json_reply(200, "{}");
        if (request.target == "DescribeTable") {
            const bool is_creating = call == 1 || leaves_tables_creating;
            return json_reply(200, is_creating ? kIndexCreating : kActive);
        }
        return script_(request);
    }

    ScriptedServer::Script script_;
    std::mutex mutex_;
    std::map<std::string, int> calls_;
    ScriptedServer server_;
};

std::vector<Case> cases_of(const std::string& members, std::size_t count = 1) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += (i == 0 ? "" : ",") +
                (R"({"asserts": "a", "source": "s", "tier": 1, )" + members + "}");
    }
    return parse_cases("[" + text + "]", "x/y");
}

SuiteResult run(
    const FakeDynamoDb& fake,
    const std::vector<Case>& cases,
    milliseconds table_patience = milliseconds(5'000)
) {
    SuiteSettings settings;
    settings.target.endpoint = {false, "127.0.0.1", std::to_string(fake.server().port())};
    settings.target.timeout = milliseconds(200);
    settings.target.credentials = {"test", "test", ""};
    settings.target.region = "us-east-1";
    settings.cases.until_patience = milliseconds(2'000);
    settings.table_patience = table_patience;
    settings.run_id = "run001";
    return run_suite(cases, settings, [](const CaseResult&) {});
}

constexpr const char* kTable = R"("tables": {"t": {"keys": "pk:S"}}, )";

TEST(Suite, SharesTablesAndDeletesThemAtTheEnd) {
    FakeDynamoDb fake([](const ScriptedRequest& request) { return json_reply(200, request.body); });
    const std::string members = std::string(kTable) +
                                R"("steps": [{"do": "Echo", "with": {"a": "${t}"},
                                    "expect": {"a": "conformance-run001-00001"}}])";
    const SuiteResult result = run(fake, cases_of(members, 20));
    for (const CaseResult& one : result.results) EXPECT_EQ(one.message, "");
    EXPECT_EQ(fake.calls("CreateTable"), 1);
    EXPECT_EQ(fake.calls("DescribeTable"), 2) << "an index was still CREATING at first";
    EXPECT_EQ(fake.calls("DeleteTable"), 1);
    EXPECT_TRUE(result.complaints.empty());
}

TEST(Suite, GivesACaseItsOwnTables) {
    FakeDynamoDb fake([](const ScriptedRequest&) { return json_reply(200, "{}"); });
    const std::string members =
        std::string(kTable) + R"("own_tables": true, "steps": [{"do": "Echo"}])";
    run(fake, cases_of(members, 3));
    EXPECT_EQ(fake.calls("CreateTable"), 3);
    EXPECT_EQ(fake.calls("DeleteTable"), 3);
}

TEST(Suite, DeletesTablesCasesMake) {
    FakeDynamoDb fake([](const ScriptedRequest&) {
        return json_reply(200, R"({"TableDescription": {"TableName": "made"}})");
    });
    run(fake, cases_of(R"("steps": [{"do": "CreateTableLike"}])"));
    EXPECT_EQ(fake.calls("DeleteTable"), 1);
}

TEST(Suite, FailsCasesWhoseTableIsRefused) {
    FakeDynamoDb fake([](const ScriptedRequest&) { return json_reply(200, "{}"); });
    fake.refuses_tables = true;
    const SuiteResult result =
        run(fake, cases_of(std::string(kTable) + R"("steps": [{"do": "Echo"}])", 3));
    for (const CaseResult& one : result.results) {
        EXPECT_EQ(one.message.substr(0, 43), "a table it needs is missing: CreateTable {\"");
        EXPECT_NE(one.message.find("fails: X: no"), std::string::npos) << one.message;
    }
    EXPECT_EQ(fake.calls("CreateTable"), 1);
    EXPECT_EQ(fake.calls("Echo"), 0);
}

TEST(Suite, DeletesTablesThatNeverBecomeActive) {
    FakeDynamoDb fake([](const ScriptedRequest&) { return json_reply(200, "{}"); });
    fake.leaves_tables_creating = true;
    const std::string steps = R"("steps": [{"do": "Echo"}])";
    run(fake, cases_of(std::string(kTable) + steps), milliseconds(1));
    EXPECT_EQ(fake.calls("DeleteTable"), 1) << "a shared table";
    run(fake, cases_of(std::string(kTable) + R"("own_tables": true, )" + steps), milliseconds(1));
    EXPECT_EQ(fake.calls("DeleteTable"), 2) << "a table of the case's own";
}

TEST(Suite, GivesEachCaseAUniqueText) {
    std::mutex mutex;
    std::set<std::string> bodies;
    FakeDynamoDb fake([&](const ScriptedRequest& request) {
        const std::lock_guard lock(mutex);
        bodies.insert(request.body);
        return json_reply(200, "{}");
    });
    run(fake, cases_of(R"("steps": [{"do": "Echo", "with": "${unique}"}])", 40));
    EXPECT_EQ(bodies.size(), 40U);
    EXPECT_TRUE(
        bodies.contains("\"urun001"
                        "00013\"")
    ) << "the number is written in base 36";
    EXPECT_EQ(random_run_id().size(), 6U);
}

TEST(Suite, ContinuesAfterDroppedAndHangingConnections) {
    FakeDynamoDb fake([](const ScriptedRequest& request) -> std::optional<std::string> {
        if (request.target == "Drop") return std::nullopt;
        if (request.target == "Hang") return "";
        return json_reply(200, "{}");
    });
    std::vector<Case> cases = cases_of(R"("steps": [{"do": "Drop"}])");
    cases.push_back(cases_of(R"("steps": [{"do": "Hang"}])")[0]);
    cases.push_back(cases_of(R"("steps": [{"do": "Echo"}])")[0]);
    const SuiteResult result = run(fake, cases);
    EXPECT_EQ(
        result.results[0].message, "step 1: Drop {}\nthe connection was closed without a reply\n"
    );
    EXPECT_EQ(result.results[1].message, "step 1: Hang {}\nno answer in time\n");
    EXPECT_TRUE(result.results[2].has_passed);
}

TEST(Suite, RepeatsUntilTheReplyMatches) {
    std::atomic<int> calls{0};
    FakeDynamoDb fake([&](const ScriptedRequest&) {
        return json_reply(200, ++calls < 3 ? R"({"n": 1})" : R"({"n": 2})");
    });
    const SuiteResult result =
        run(fake, cases_of(R"("steps": [{"do": "Echo", "expect": {"n": 2}, "until": true}])"));
    EXPECT_EQ(result.results[0].message, "");
    EXPECT_EQ(calls, 3);
}

TEST(Suite, CreatesTablesAgainIfTheServerMayHaveLostThem) {
    std::atomic<bool> has_dropped{false};
    FakeDynamoDb fake([&](const ScriptedRequest& request) -> std::optional<std::string> {
        if (request.target == "Drop" && !has_dropped.exchange(true)) return std::nullopt;
        return json_reply(200, "{}");
    });
    const std::string members = std::string(kTable) + R"("steps": [{"do": "Drop"}])";
    const SuiteResult result = run(fake, cases_of(members));
    EXPECT_TRUE(result.results[0].has_passed) << "when it runs again";
    EXPECT_EQ(fake.calls("CreateTable"), 2);
    EXPECT_EQ(fake.calls("DeleteTable"), 2);
}

TEST(Suite, DoesNotRepeatRequestsWithoutAReply) {
    std::atomic<int> calls{0};
    FakeDynamoDb fake([&](const ScriptedRequest&) -> std::optional<std::string> {
        ++calls;
        return std::nullopt;
    });
    const SuiteResult result =
        run(fake, cases_of(R"("steps": [{"do": "Echo", "expect": {"n": 2}, "until": true}])"));
    EXPECT_FALSE(result.results[0].has_passed);
    EXPECT_EQ(calls, 2) << "once, and once again alone";
}

TEST(Suite, RepeatsAStepWithItsIndex) {
    FakeDynamoDb fake([](const ScriptedRequest& request) { return json_reply(200, request.body); });
    const SuiteResult good = run(
        fake,
        cases_of(R"("steps": [{"do": "Echo", "times": 3, "with": ["${i}"], "expect": ["${i}"]}])")
    );
    EXPECT_EQ(good.results[0].message, "");
    EXPECT_EQ(fake.calls("Echo"), 3);
    const SuiteResult bad =
        run(fake,
            cases_of(R"("steps": [{"do": "Echo", "times": 3, "with": ["${i}"], "expect": ["0"]}])")
        );
    EXPECT_EQ(
        bad.results[0].message,
        "step 1: round 1: Echo [\"1\"]\nat /0\n  expected \"0\"\n  got      \"1\"\n"
    );
}

TEST(Suite, CarriesCapturesAndRowsOn) {
    FakeDynamoDb fake([](const ScriptedRequest& request) { return json_reply(200, request.body); });
    const std::vector<Case> cases = parse_cases(
        R"({"asserts": "It is ${word}.", "source": "s", "tier": 1,
            "rows": [{"word": "one", "value": {"S": "${unique}"}}],
            "steps": [
              {"do": "Echo", "with": {"a": [{"$ref": "value"}]}, "capture": {"k": "/a/0"}},
              {"do": "Echo", "with": {"b": {"$ref": "k"}},
               "expect": {"b": {"S": "urun00100000"}}},
              {"do": "Echo", "with": {"b": 1}, "expect": {"b": 2}}]})",
        "x/y"
    );
    const CaseResult result = run(fake, cases).results[0];
    EXPECT_EQ(result.asserts, "It is one.");
    EXPECT_EQ(result.message, "step 3: Echo {\"b\":1}\nat /b\n  expected 2\n  got      1\n");
}

}  // namespace
}  // namespace stator::conformance
