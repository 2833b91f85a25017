#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <sstream>

#include "tests/support/database_server.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/tools/client/made_up_surroundings.hpp"
#include "tools/copy/command.hpp"
#include "tools/copy/copy_state.hpp"

namespace stator::tools::copy {
namespace {

using testing::Database;
using testing::DatabaseServer;

// One of each type, with numbers of 38 digits and text beyond ASCII.
std::string mixed_item(int number) {
    const std::string n = std::to_string(number);
    return R"({"pk":{"S":"k)" + n + R"("},"sk":{"N":")" + n +
           R"("},"big":{"N":"12345678901234567890123456789012345678"},"t":{"S":"\u00fc \"\\ {["},)"
           R"("b":{"B":"AAEC"},"f":{"BOOL":false},"z":{"NULL":true},"ss":{"SS":["b","a"]},)"
           R"("ns":{"NS":["2","1.0"]},"bs":{"BS":["AQ==","AA=="]},"l":{"L":[{"S":""},{"M":{}}]},)"
           R"("m":{"M":{"x":{"L":[{"N":"-0.001"}]}}}})";
}

class CopyTest : public ::testing::Test {
protected:
    std::vector<std::string> command(const std::vector<std::string>& more) const {
        std::vector<std::string> words{
            "copy", "--from", from_.url(), "--to", to_.url(), "--state", state_path()};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    int run(const std::vector<std::string>& more = {}) {
        std::ostringstream out;
        std::ostringstream err;
        const int code = run_command(command(more), around_.get(), clock_, out, err);
        out_ = out.str();
        err_ = err.str();
        return code;
    }

    void fill(const std::string& table, int items) {
        from_.database().create_table(table, "pk:S sk:N");
        for (int i = 0; i < items; ++i) put(from_, table, mixed_item(i));
    }

    static void put(DatabaseServer& server, const std::string& table, const std::string& item) {
        const std::string reply = server.database().run(
            "PutItem", R"({"TableName":")" + table + R"(","Item":)" + item + "}"
        );
        ASSERT_TRUE(reply.starts_with("{")) << reply;
    }

    static std::string scan(DatabaseServer& server, const std::string& table) {
        std::string all;
        std::string start;
        do {
            std::string request = R"({"TableName":")" + table + '"';
            if (!start.empty()) request += ",\"ExclusiveStartKey\":" + start;
            const std::string page = server.database().run("Scan", request + "}");
            all += page;
            const std::string mark = "\"LastEvaluatedKey\":";
            const std::size_t at = page.find(mark);
            start = at == std::string::npos ? "" : page.substr(at + mark.size());
            if (!start.empty()) start.resize(start.find("}}") + 2);
        } while (!start.empty());
        return all;
    }

    void expect_same(const std::string& table) {
        const std::string there = scan(to_, table);
        EXPECT_EQ(scan(from_, table), there);
        EXPECT_TRUE(there.starts_with("{\"Items\":[{") || there.starts_with("{\"Count\"")) << there;
    }

    std::string state_path() const { return directory_.path() + "/copy.state"; }

    bool has_state() const { return std::filesystem::exists(state_path()); }

    testing::TemporaryDirectory directory_;
    client::MadeUpSurroundings around_;
    engine::ManualClock clock_{Database::kStart};
    DatabaseServer from_;
    DatabaseServer to_;
    std::string out_;
    std::string err_;
};

TEST_F(CopyTest, TakesDefinitionsItemsTimeToLiveAndTagsAlong) {
    fill("Orders", 300);
    Database& source = from_.database();
    const std::string arn = source.member("DescribeTable", R"({"TableName":"Orders"})", "TableArn");
    source.run(
        "TagResource", R"({"ResourceArn":")" + arn + R"(","Tags":[{"Key":"k","Value":"v"}]})"
    );
    source.run(
        "UpdateTimeToLive",
        R"({"TableName":"Orders","TimeToLiveSpecification":)"
        R"({"Enabled":true,"AttributeName":"expires"}})"
    );
    source.create_table(
        "Indexed",
        "id:S",
        "a:S b:N",
        R"("GlobalSecondaryIndexes":[{"IndexName":"by_a","KeySchema":[)"
        R"({"AttributeName":"a","KeyType":"HASH"},{"AttributeName":"b","KeyType":"RANGE"}],)"
        R"("Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["c"]}}])"
    );
    put(from_, "Indexed", R"({"id":{"S":"1"},"a":{"S":"x"},"b":{"N":"2"},"c":{"S":"y"}})");
    ASSERT_EQ(run({"--verify"}), 0) << err_;
    expect_same("Orders");
    EXPECT_NE(err_.find("Orders: both sides have the same 300 items, checksum "), std::string::npos)
        << err_;
    EXPECT_NE(err_.find("301 items of 2 tables were copied in 0 s.\n"), std::string::npos) << err_;
    EXPECT_FALSE(has_state());

    Database& target = to_.database();
    const std::string tags = R"({"ResourceArn":")" + arn + "\"}";
    EXPECT_EQ(target.run("ListTagsOfResource", tags), source.run("ListTagsOfResource", tags));
    EXPECT_NE(
        target.run("DescribeTimeToLive", R"({"TableName":"Orders"})").find("\"expires\""),
        std::string::npos
    );
    const std::string query =
        R"({"TableName":"Indexed","IndexName":"by_a","KeyConditionExpression":"a = :a",)"
        R"("ExpressionAttributeValues":{":a":{"S":"x"}}})";
    EXPECT_EQ(target.run("Query", query), source.run("Query", query));
    EXPECT_NE(target.run("Query", query).find("\"Count\":1"), std::string::npos);
}

// Throttles, failures, closed connections, and items that are left unprocessed.
TEST_F(CopyTest, LosesNothingDespiteServerFailures) {
    fill("Orders", 60);
    int requests = 0;
    const auto faults = [&requests](const testing::ScriptedRequest& request
                        ) -> std::optional<DatabaseServer::Fault> {
        switch (++requests % 5) {
            case 1:
                return DatabaseServer::Fault{
                    testing::error_reply("ProvisionedThroughputExceededException", "slowly")};
            case 3:
                return DatabaseServer::Fault{
                    testing::json_reply(500, R"({"__type":"x#InternalServerError"})")};
            case 4: return DatabaseServer::Fault{std::nullopt};
            default: break;
        }
        if (request.target != "BatchWriteItem" || requests % 2 == 0) return std::nullopt;
        const std::string all = request.body.substr(std::string("{\"RequestItems\":").size());
        return DatabaseServer::Fault{testing::json_reply(200, "{\"UnprocessedItems\":" + all)};
    };
    to_.set_faults(faults);
    from_.set_faults([count = 0](const testing::ScriptedRequest&) mutable {
        const bool fails = ++count % 3 == 0;
        return fails ? std::optional(DatabaseServer::Fault{
                           testing::error_reply("ThrottlingException", "slowly")})
                     : std::nullopt;
    });
    ASSERT_EQ(run({"--segments", "2"}), 0) << err_;
    to_.set_faults({});
    from_.set_faults({});
    expect_same("Orders");
    EXPECT_GT(to_.count("BatchWriteItem"), 60 / 25);
}

pid_t start_process(std::vector<std::string> words) {
    words.insert(words.begin(), STATOR_BINARY);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process = -1;
    const int failure =
        posix_spawn(&process, STATOR_BINARY, &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure == 0 ? process : -1;
}

TEST_F(CopyTest, ContinuesAfterItWasKilled) {
    from_.database().create_table("Large", "pk:S");
    const std::string text(50'000, 'x');
    for (int i = 0; i < 200; ++i) {
        put(from_,
            "Large",
            R"({"pk":{"S":")" + std::to_string(i) + R"("},"t":{"S":")" + text + "\"}}");
    }
    std::atomic<pid_t> process{-1};
    int batches = 0;
    to_.set_faults(
        [&](const testing::ScriptedRequest& request) -> std::optional<DatabaseServer::Fault> {
            if (request.target == "BatchWriteItem" && ++batches == 7) {
                while (process == -1) std::this_thread::yield();
                kill(process, SIGKILL);
                return DatabaseServer::Fault{std::nullopt};
            }
            return std::nullopt;
        }
    );
    const std::vector<std::string> words = command({"--segments", "2"});
    process = start_process(words);
    ASSERT_GT(process, 0);
    int status = 0;
    ASSERT_EQ(waitpid(process, &status, 0), process);
    ASSERT_TRUE(WIFSIGNALED(status));
    ASSERT_TRUE(has_state());
    const int scans = from_.count("Scan");
    ASSERT_EQ(run({"--segments", "2"}), 0) << err_;
    EXPECT_NE(err_.find("Large: 200 items were copied.\n"), std::string::npos) << err_;
    expect_same("Large");
    EXPECT_FALSE(has_state());
    // Items that were read before the kill were not read again.
    EXPECT_LT(from_.count("Scan") - scans, scans + 4);
    EXPECT_EQ(to_.count("CreateTable"), 1);
}

TEST_F(CopyTest, FindsDifferences) {
    fill("Orders", 3);
    to_.database().create_table("Orders", "pk:S sk:N");
    put(to_, "Orders", mixed_item(7));
    EXPECT_EQ(run(), 1);
    EXPECT_EQ(
        err_,
        "stator copy: the target has a table 'Orders' already; fill it with --existing, or name "
        "the "
        "tables to copy with --table.\n"
    );
    EXPECT_EQ(run({"--existing", "--verify"}), 1);
    EXPECT_NE(err_.find("Orders differs: 3 items, checksum "), std::string::npos) << err_;
    EXPECT_NE(err_.find("; 3 items are there; the same command goes on.\n"), std::string::npos);
    to_.database().run(
        "DeleteItem", R"({"TableName":"Orders","Key":{"pk":{"S":"k7"},"sk":{"N":"7"}}})"
    );
    EXPECT_EQ(run({"--existing", "--verify"}), 0) << err_;
    expect_same("Orders");
}

TEST_F(CopyTest, WritesNothingInADryRun) {
    fill("Orders", 3);
    ASSERT_EQ(run({"--dry-run"}), 0) << err_;
    EXPECT_TRUE(out_.starts_with("Orders: about 3 items, ")) << out_;
    EXPECT_TRUE(out_.ends_with("; the table would be made\n")) << out_;
    EXPECT_EQ(to_.count("CreateTable"), 0);
    EXPECT_FALSE(has_state());
}

TEST_F(CopyTest, ReportsWhyItCannotCopy) {
    fill("Orders", 1);
    EXPECT_EQ(run({"--table", "none"}), 1);
    EXPECT_EQ(err_, "stator copy: the source has no table 'none'; name another.\n");
    EXPECT_EQ(run({"--no-definitions"}), 1);
    EXPECT_NE(err_.find("the target has no table 'Orders'"), std::string::npos) << err_;
    EXPECT_EQ(run({"--segments", "0"}), 2);
    EXPECT_EQ(run({"--read-units", "-1"}), 2);
    EXPECT_EQ(run({"--from-profile", "nobody"}), 1);
    EXPECT_NE(err_.find("there is no profile 'nobody'"), std::string::npos) << err_;
    EXPECT_EQ(run({"--to", from_.url()}), 2);
    to_.database().create_table("Orders", "pk:N sk:N");
    EXPECT_EQ(run({"--existing"}), 1);
    EXPECT_NE(
        err_.find("are pk HASH S, sk RANGE N at the source and pk HASH N, sk RANGE N at the target"
        ),
        std::string::npos
    ) << err_;
    testing::write_file(state_path(), "no state");
    EXPECT_EQ(run(), 1);
    EXPECT_NE(err_.find("is no state of a copy; name another with --state.\n"), std::string::npos);
    testing::write_file(state_path(), R"({"copyOf":"from a to b","tables":[]})");
    EXPECT_EQ(run(), 1);
    EXPECT_NE(err_.find("is the state of another copy, from a to b"), std::string::npos) << err_;
}

TEST_F(CopyTest, NamesTheItemThatTheTargetRefuses) {
    fill("Orders", 2);
    to_.set_faults(
        [](const testing::ScriptedRequest& request) -> std::optional<DatabaseServer::Fault> {
            const bool is_put = request.target == "BatchWriteItem" || request.target == "PutItem";
            if (!is_put || request.body.find("k1") == std::string::npos) return std::nullopt;
            return DatabaseServer::Fault{
                testing::error_reply("ValidationException", "too many digits")};
        }
    );
    EXPECT_EQ(run({"--segments", "1"}), 1);
    EXPECT_NE(
        err_.find("stator copy: Orders: PutItem was answered with ValidationException: too many "
                  "digits, for the item that begins with {"),
        std::string::npos
    ) << err_;
    EXPECT_NE(err_.find("the same command goes on.\n"), std::string::npos) << err_;
    EXPECT_TRUE(has_state());
    to_.set_faults({});
    EXPECT_EQ(run({"--segments", "1"}), 0) << err_;
    expect_same("Orders");
}

TEST_F(CopyTest, AnonymisesByRules) {
    fill("Orders", 20);
    const std::string rules = directory_.path() + "/rules.json";
    testing::write_file(
        rules, R"({"key":"k","rules":{"pk":"hash","t":"mask","m.x[*]":"drop","gone":"drop"}})"
    );
    ASSERT_EQ(run({"--anonymise", rules, "--verify"}), 0) << err_;
    EXPECT_NE(err_.find("both sides have the same 20 items"), std::string::npos) << err_;
    EXPECT_NE(err_.find("no item has 'gone', which a rule names.\n"), std::string::npos) << err_;
    const std::string there = scan(to_, "Orders");
    EXPECT_EQ(there.find("\"k1\""), std::string::npos);
    EXPECT_NE(there.find(R"("m":{"M":{"x":{"L":[]}}})"), std::string::npos) << there;
    testing::write_file(rules, R"({"rules":{"pk":"mask"}})");
    EXPECT_EQ(run({"--anonymise", rules, "--existing"}), 1);
    EXPECT_NE(
        err_.find("the rule for 'pk' would give items of Orders the same key"), std::string::npos
    );
}

TEST_F(CopyTest, AsksWhatItSpendsWhereItIsLimited) {
    fill("Orders", 30);
    bool asks = false;
    to_.set_faults([&](const testing::ScriptedRequest& request) {
        asks |= request.body.find(R"("ReturnConsumedCapacity":"TOTAL")") != std::string::npos;
        return std::optional<DatabaseServer::Fault>();
    });
    ASSERT_EQ(run({"--write-units", "100000", "--read-units", "100000"}), 0) << err_;
    EXPECT_TRUE(asks);
    expect_same("Orders");
}

}  // namespace
}  // namespace stator::tools::copy
