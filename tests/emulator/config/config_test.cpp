#include "emulator/config/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace stator::emulator::config {
namespace {

// Sets an environment variable for one test.
class Variable {
public:
    Variable(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }

    ~Variable() { unsetenv(name_); }

    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    const char* name_;
};

Config accepted(const std::vector<std::string>& arguments) {
    const auto parsed = parse_command_line(arguments);
    if (const auto* exit = std::get_if<EarlyExit>(&parsed)) {
        ADD_FAILURE() << exit->text;
        return {};
    }
    return std::get<Config>(parsed);
}

EarlyExit refused(const std::vector<std::string>& arguments) {
    const auto parsed = parse_command_line(arguments);
    if (std::holds_alternative<Config>(parsed)) return {-1, "accepted"};
    return std::get<EarlyExit>(parsed);
}

TEST(Config, HasDefaults) {
    const Config config = accepted({});
    EXPECT_EQ(config.host, "127.0.0.1");
    EXPECT_EQ(config.port, 8000);
    EXPECT_GE(config.threads, 1U);
    EXPECT_EQ(config.db_path, std::nullopt);
    EXPECT_EQ(config.durability, engine::persistence::Durability::Commit);
    EXPECT_EQ(config.table_delay_ms, 0);
    EXPECT_EQ(config.ttl_delay_s, 2);
    EXPECT_EQ(config.limits.request_timeout_s, 20);
    EXPECT_EQ(config.log_level, LogLevel::Info);
    EXPECT_FALSE(config.shared_regions);
    EXPECT_EQ(config.behaves_like, "");
    EXPECT_FALSE(config.prints_banner);
}

TEST(Config, ReadsEveryOptionAfterServe) {
    const Config config = accepted(
        {"serve",
         "--port=0",
         "--host",
         "0.0.0.0",
         "--db-path",
         "/d",
         "--threads",
         "3",
         "--log-level",
         "debug",
         "--durability",
         "fsync",
         "--table-delay-ms",
         "20"}
    );
    EXPECT_EQ(config.port, 0);
    EXPECT_EQ(config.host, "0.0.0.0");
    EXPECT_EQ(config.db_path, "/d");
    EXPECT_EQ(config.threads, 3U);
    EXPECT_EQ(config.log_level, LogLevel::Debug);
    EXPECT_EQ(config.durability, engine::persistence::Durability::Fsync);
    EXPECT_EQ(config.table_delay_ms, 20);
}

TEST(Config, ReadsDynamodbLocalFlags) {
    const Config config = accepted(
        {"-port",
         "9",
         "-sharedDb",
         "-dbPath",
         "d",
         "-cors",
         "a",
         "-delayTransientStatuses",
         "-optimizeDbBeforeStartup"}
    );
    EXPECT_EQ(config.port, 9);
    EXPECT_TRUE(config.shared_regions);
    EXPECT_EQ(config.db_path, "d");
    EXPECT_EQ(config.cors, "a");
    // DynamoDB Local: a new table is ACTIVE immediately, an added index is CREATING for a while.
    // [observed 2026-11-24, version 3.3.1]
    EXPECT_EQ(config.table_delay_ms, 0);
    EXPECT_GT(config.index_delay_ms.value_or(0), 0);
    EXPECT_TRUE(config.prints_banner);
    EXPECT_EQ(
        accepted({"-delayTransientStatuses", "--table-delay-ms", "7"}).index_delay_ms, std::nullopt
    );
}

TEST(Config, ReadsTheRegionsOfErrorWordings) {
    EXPECT_EQ(accepted({"--behave-like", "us-east-1"}).behaves_like, "us-east-1");
    EXPECT_EQ(
        refused({"--behave-like", "mars"}).text,
        "stator: --behave-like: 'mars' is no region of AWS such as eu-west-2; stator --regions "
        "lists "
        "those recorded; see stator --help.\n"
    );
    const auto listed = parse_command_line({"--regions"});
    ASSERT_TRUE(std::holds_alternative<EarlyExit>(listed));
    EXPECT_EQ(std::get<EarlyExit>(listed).code, 0);
    EXPECT_NE(std::get<EarlyExit>(listed).text.find("eu-west-2"), std::string::npos);
}

TEST(Config, ReadsEnvironmentUnlessFlagsOverrideIt) {
    const Variable port("STATOR_PORT", "81");
    const Variable host("STATOR_HOST", "::1");
    const Variable path("STATOR_DB_PATH", "/env");
    const Variable durability("STATOR_DURABILITY", "relaxed");
    EXPECT_EQ(accepted({}).port, 81);
    EXPECT_EQ(accepted({}).host, "::1");
    EXPECT_EQ(accepted({}).db_path, "/env");
    EXPECT_EQ(accepted({}).durability, engine::persistence::Durability::Relaxed);
    EXPECT_EQ(accepted({"-port", "82"}).port, 82);
    EXPECT_EQ(accepted({"--db-path", "/flag"}).db_path, "/flag");
    EXPECT_EQ(accepted({"--in-memory"}).db_path, std::nullopt);
}

TEST(Config, FlagForDiskBeatsEnvironmentForMemory) {
    const Variable memory("STATOR_IN_MEMORY", "true");
    EXPECT_EQ(accepted({"--db-path", "/d"}).db_path, "/d");
    const Variable path("STATOR_DB_PATH", "/env");
    EXPECT_EQ(refused({}).code, 2);
}

TEST(Config, RejectsInvalidValues) {
    const std::vector<std::vector<std::string>> cases = {
        {"--in-memory", "--db-path", "/d"},
        {"-inMemory", "-dbPath", "/d"},
        {"-optimizeDbBeforeStartup"},
        {"--db-path="},
        {"--port"},
        {"--port", "65536"},
        {"--port", "-1"},
        {"--port", "eighty"},
        {"--threads", "0"},
        {"--durability", "often"},
        {"--log-level", "loud"},
        {"--table-delay-ms", "-5"},
        {"--ttl-delay", "-1"},
        {"--ttl-delay", "nan"},
        {"--ttl-delay", "1e10"},
        {"--nonsense"},
        {"nonsense"},
    };
    for (const auto& arguments : cases) {
        const EarlyExit exit = refused(arguments);
        EXPECT_EQ(exit.code, 2) << arguments.front();
        EXPECT_TRUE(exit.text.starts_with("stator: ")) << exit.text;
        EXPECT_EQ(exit.text.find('\n'), exit.text.size() - 1) << exit.text;
    }
}

TEST(Config, LimitsTheDelayOfTables) {
    EXPECT_EQ(accepted({"--table-delay-ms", "86400000"}).table_delay_ms, 86'400'000);
    for (const char* delay : {"-4", "86400001", "99999999999999999999", "1.5", "1e3", "soon"}) {
        EXPECT_EQ(
            refused({"--table-delay-ms", delay}).text,
            std::string("stator: --table-delay-ms cannot be '") + delay +
                "': give 0 to 86400000 milliseconds.\n"
        );
    }
    const Variable delay("STATOR_TABLE_DELAY_MS", "30");
    EXPECT_EQ(accepted({}).table_delay_ms, 30);
}

TEST(Config, PrintsHelpAndVersion) {
    for (const char* help : {"--help", "-help", "-h"}) {
        EXPECT_EQ(refused({help}).code, 0);
        EXPECT_NE(refused({help}).text.find("--db-path"), std::string::npos);
    }
    EXPECT_EQ(refused({"-version"}).code, 0);
    EXPECT_TRUE(refused({"--version"}).text.starts_with("stator "));
}

TEST(Config, TheCostumeListensAndKeepsDataAsDynamodbLocalDoes) {
    const Config config = accepted({"--costume"});
    EXPECT_TRUE(config.wears_costume);
    EXPECT_TRUE(config.prints_banner);
    EXPECT_EQ(config.host, "*");
    EXPECT_EQ(config.db_path, ".");
    EXPECT_EQ(accepted({"--costume", "-inMemory"}).db_path, std::nullopt);
    EXPECT_EQ(accepted({"--costume", "-dbPath", "/d"}).db_path, "/d");
    EXPECT_EQ(accepted({"--costume", "--host", "127.0.0.1"}).host, "127.0.0.1");
    EXPECT_NE(
        startup_text(config, 81).find("listening on http://127.0.0.1:81\n"), std::string::npos
    );
    const Variable costume("STATOR_COSTUME", "true");
    EXPECT_TRUE(accepted({}).wears_costume);
}

TEST(Config, OnlyTheCostumeReadsTheVariablesOfLocalstack) {
    const Variable port("DYNAMODB_LOCAL_PORT", "4569");
    const Variable errors("DYNAMODB_ERROR_PROBABILITY", "0.5");
    const Variable reads("DYNAMODB_READ_ERROR_PROBABILITY", "0.75");
    EXPECT_EQ(accepted({}).port, 8000);
    EXPECT_EQ(accepted({}).write_error_probability, 0);
    const Config config = accepted({"--costume"});
    EXPECT_EQ(config.port, 4569);
    EXPECT_EQ(config.read_error_probability, 0.75);
    EXPECT_EQ(config.write_error_probability, 0.5);
    EXPECT_EQ(accepted({"--costume", "-port", "1"}).port, 1);
    const Variable shared("DYNAMODB_SHARE_DB", "maybe");
    EXPECT_EQ(refused({"--costume"}).code, 2);
    EXPECT_EQ(
        refused({"--costume"}).text, "stator: DYNAMODB_SHARE_DB cannot be 'maybe': give 1 or 0.\n"
    );
}

TEST(Config, KnowsWhereAServerUsuallyListens) {
    EXPECT_EQ(usual_endpoint(), "http://127.0.0.1:8000");
    const Variable port("STATOR_PORT", "81");
    EXPECT_EQ(usual_endpoint(), "http://127.0.0.1:81");
    const Variable endpoint("STATOR_ENDPOINT", "http://elsewhere:82");
    EXPECT_EQ(usual_endpoint(), "http://elsewhere:82");
    const Variable nothing("STATOR_ENDPOINT", "");
    const Variable no_port("STATOR_PORT", "eighty");
    EXPECT_EQ(usual_endpoint(), "http://127.0.0.1:8000");
}

TEST(Config, MayEndWithTheParent) {
    EXPECT_FALSE(accepted({}).exits_with_parent);
    EXPECT_TRUE(accepted({"--exit-with-parent"}).exits_with_parent);
}

TEST(Config, HasATreeForCompletions) {
    const std::vector<SubcommandHelp> known = {{"look", "Look around"}, {"whisper", "", true}};
    const command_line::Command tree = command_tree(known);
    std::vector<std::string> commands;
    for (const auto& command : tree.commands) commands.push_back(command.name);
    EXPECT_EQ(commands, (std::vector<std::string>{"serve", "look"}));
    std::set<std::string> options;
    for (const auto& option : tree.options) options.insert(option.name);
    EXPECT_TRUE(options.contains("--port"));
    EXPECT_TRUE(options.contains("--hostile"));
}

TEST(Config, PrintsWhereItListens) {
    EXPECT_EQ(startup_text(accepted({}), 81), "Stator is listening on http://127.0.0.1:81\n");
    EXPECT_EQ(
        startup_text(accepted({"--host", "::1"}), 81), "Stator is listening on http://[::1]:81\n"
    );
}

TEST(Config, PrintsTheBannerOfDynamodbLocalBeforeIt) {
    Config config = accepted({"-sharedDb", "-dbPath", "/db"});
    const std::string text = startup_text(config, 8000);
    EXPECT_TRUE(
        text.starts_with("Initializing DynamoDB Local with the following configuration:\n"
                         "Port:\t8000\nInMemory:\tfalse\nVersion:\t")
    ) << text;
    EXPECT_TRUE(
        text.ends_with("\nDbPath:\t/db\nSharedDb:\ttrue\nshouldDelayTransientStatuses:\tfalse\n"
                       "CorsParams:\tnull\n\nStator is listening on http://127.0.0.1:8000\n")
    ) << text;
}

// As in DynamoDB Local 3.3.1, whose data is then in the working directory.
TEST(Config, ShowsNoPathInTheBannerUnlessOneWasGiven) {
    EXPECT_THAT(
        startup_text(accepted({"--costume"}), 8000), ::testing::HasSubstr("\nDbPath:\tnull\n")
    );
    EXPECT_THAT(
        startup_text(accepted({"--costume", "-dbPath", "."}), 8000),
        ::testing::HasSubstr("\nDbPath:\t.\n")
    );
}

}  // namespace
}  // namespace stator::emulator::config
