// Promises of every control: a PUT accepts the output of GET.
#include "emulator/laboratory/controls/controls.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "protocol/base/api_error.hpp"
#include "tests/emulator/support/world.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

using testing::World;

// A control's route, and settings that are not the defaults.
struct ControlCase {
    std::string path;
    std::vector<std::string> settings;
};

// By the control's name, so that a control without a case is found.
const std::map<std::string_view, ControlCase>& cases() {
    static const std::map<std::string_view, ControlCase> kCases = {
        {"clock",
         {"/clock",
          {R"({"mode":"follow"})",
           R"({"mode":"frozen","set":"2026-01-01T00:00:00.123Z"})",
           R"({"set":"2030-05-05T01:02:03Z"})",
           R"({"set":5000,"scale":0.3})",
           R"({"scale":1000000})"}}},
        {"consistency",
         {"/consistency",
          {R"({"mode":"oldest-legal","lag":{"uniform":[5,500]},"indexLag":{"exponential":9}})",
           R"({"mode":"lagged","lag":7,"rules":[{"universe":"default","table":"Tab","lag":3},)"
           R"({"index":"by-a","mode":"latest"},{"universe":"u*","mode":"lagged","lag":0}]})"}}},
        {"faults",
         {"/faults",
          {R"({"preset":{"name":"adversarial","intensity":0.123456789}})",
           R"({"seed":18446744073709551615,"rules":[{"name":"a b","match":{"operation":"Put*",)"
           R"("table":["x","y*"],"index":"i","keyPrefix":"p","keyAttribute":"k",)"
           R"("universe":"default","every":3,"probability":0.1},"times":9,)"
           R"("fault":{"latency":{"exponential":4},"drop":"after"}},)"
           R"({"match":{"nth":2},"fault":{"throttle":)"
           R"({"reason":"TableReadKeyRangeThroughputExceeded","resource":"arn:x"}}},)"
           R"({"fault":{"throttle":true,"error":"RequestLimitExceeded","message":"m"}},)"
           R"({"fault":{"error":"TransactionCanceledException","cancellationReasons":)"
           R"(["None","TransactionConflict"]}},{"fault":{"status":503,"latency":1}},)"
           R"({"fault":{"pageRows":0,"unprocessed":0.3,"conflictAt":4}},)"
           R"({"fault":{"truncate":true}},{"fault":{"wrongCrc":true}}]})"}}},
        {"hostile",
         {"/hostile", {R"({"level":"rough"})", R"({"level":"brutal"})", R"({"level":"off"})"}}},
        {"replication",
         {"/replication",
          {R"({"lag":{"uniform":[5,500]},"cuts":[{"region":"eu-west-1"}]})",
           R"({"lag":9,"cuts":[{"region":"eu-west-1","from":"us-east-1"}]})"}}},
        {"requests",
         {"/requests/settings",
          {R"({"on":true,"capacity":17,"bodies":"redacted","label":"suite"})",
           R"({"on":false,"capacity":5})"}}},
        {"streams",
         {"/streams",
          {R"({"lag":{"uniform":[0,500]},"emptyPages":0.123456789,"pageRecords":5})",
           R"({"lag":{"exponential":9},"shardRecords":20,"listedShards":2,"iteratorAge":60000})",
           R"({"kinesisLag":{"fixed":7},"kinesisDuplicates":0.123456789})"}}},
        {"triggers",
         {"/triggers",
          {R"({"mappings":[{"Name":"a","Table":"Tab","Url":"http://127.0.0.1:1/x?y=1",)"
           R"("TimeoutInSeconds":3,"StartingPosition":"TRIM_HORIZON","BatchSize":7,)"
           R"("MaximumBatchingWindowInSeconds":2,"ParallelizationFactor":3,)"
           R"("FilterCriteria":{"Filters":[{"Pattern":"{\"eventName\":[\"INSERT\"]}"}]},)"
           R"("DestinationConfig":{"OnFailure":{"Destination":"file:x"}},)"
           R"("MaximumRecordAgeInSeconds":60,"BisectBatchOnFunctionError":true,)"
           R"("MaximumRetryAttempts":5,"TumblingWindowInSeconds":30,)"
           R"("FunctionResponseTypes":["ReportBatchItemFailures"],"Enabled":false},)"
           R"({"Table":"Tab","Command":["/bin/cat","-u"],"Region":"eu-west-1"}]})",
           R"({"mappings":[]})"}}},
        {"throughput", {"/throughput", {R"({"throttle":"aws","heat":true})", R"({"heat":false})"}}},
        {"vectors", {"/vectors", {R"({"recall":0.95})", R"({"recall":0})", R"({"recall":1})"}}},
    };
    return kCases;
}

class Controls : public ::testing::Test {
protected:
    // Makes every control show more than its settings.
    void use() {
        world_.create_table("", "Tab", testing::kStreamOn);
        world_.put("", "Tab", "x");
        world_.get("", "Tab", "x", false);
        world_.laboratory().faults().decide({});
    }

    std::string settings() {
        std::string text;
        protocol::wire::JsonWriter json(text);
        json.begin_object();
        for (const Control& control : all_controls()) {
            json.begin_object(control.name);
            control.write(json, world_.laboratory());
            json.end_object();
        }
        json.end_object();
        return text;
    }

    World world_;
};

TEST_F(Controls, AcceptTheirOwnOutput) {
    for (const Control& control : all_controls()) {
        ASSERT_TRUE(cases().contains(control.name)) << control.name;
        const auto& [path, forms] = cases().at(control.name);
        for (const std::string& form : forms) {
            const std::string set = world_.call("PUT", path, form);
            ASSERT_TRUE(set.starts_with("{")) << path << form << set;
            use();
            const std::string shown = world_.call("GET", path);
            const std::string present = settings();
            for (const std::string& other : forms) {
                world_.call("PUT", path, other);
                const std::string back = world_.call("PUT", path, shown);
                ASSERT_TRUE(back.starts_with("{")) << path << back;
                EXPECT_EQ(settings(), present) << path << other;
                EXPECT_EQ(back, world_.call("GET", path));
            }
        }
    }
}

// Byte for byte, if nothing counts and no time passes.
TEST_F(Controls, AnotherGetShowsTheSame) {
    for (const auto& [name, control] : cases()) {
        for (const std::string& form : control.settings) {
            world_.call("PUT", control.path, form);
            const std::string shown = world_.call("GET", control.path);
            EXPECT_EQ(world_.call("PUT", control.path, shown), shown);
            EXPECT_EQ(world_.call("GET", control.path), shown);
        }
    }
}

TEST_F(Controls, ReadTheirOwnOutput) {
    for (const auto& [name, control] : cases()) {
        world_.call("PUT", control.path, control.settings.front());
    }
    const std::string present = settings();
    const auto document = protocol::wire::JsonDocument::parse(present);
    World other;
    for (const Control& control : all_controls()) {
        const auto change = control.read(*document->root().find(control.name), "it");
        ASSERT_TRUE(change.has_value()) << control.name << change.error().sentence;
        (*change)(other.laboratory(), Others::BecomeUsual);
        (*change)(world_.laboratory(), Others::BecomeUsual);
    }
    EXPECT_EQ(settings(), present);
    std::string text;
    protocol::wire::JsonWriter json(text);
    json.begin_object();
    for (const Control& control : all_controls()) control.write(json, other.laboratory());
    json.end_object();
    for (const Control& control : all_controls()) {
        const std::string written = document->root().find(control.name)->text();
        EXPECT_NE(text.find(written.substr(1, written.size() - 2)), std::string::npos) << written;
    }
}

TEST_F(Controls, AbsentMembersGetDefaults) {
    const std::string usual = settings();
    for (const auto& [name, control] : cases()) {
        world_.call("PUT", control.path, control.settings.front());
    }
    EXPECT_NE(settings(), usual);
    for (const Control& control : all_controls()) {
        const bool needs_rules = control.name == "faults";
        const auto nothing =
            protocol::wire::JsonDocument::parse(needs_rules ? R"({"rules":[]})" : "{}");
        const auto change = control.read(nothing->root(), "it");
        ASSERT_TRUE(change.has_value()) << change.error().sentence;
        (*change)(world_.laboratory(), Others::BecomeUsual);
    }
    EXPECT_EQ(settings(), usual);
}

TEST_F(Controls, NoMisspeltMemberIsIgnored) {
    use();
    for (const auto& [name, control] : cases()) {
        std::string shown = world_.call("GET", control.path);
        shown.insert(shown.size() - 1, R"(,"sorces":[])");
        EXPECT_TRUE(world_.call("PUT", control.path, shown).starts_with("400 ")) << shown;
    }
}

// Every error of DynamoDB, with its usual message.
TEST_F(Controls, EveryErrorOfAFaultIsShownUnchanged) {
    constexpr int kLast = static_cast<int>(protocol::ErrorType::ValidationException);
    for (int number = 0; number <= kLast; ++number) {
        const std::string name(protocol::error_name(static_cast<protocol::ErrorType>(number)));
        const std::string shown = world_.call(
            "PUT", "/faults", R"({"rules":[{"name":"r","fault":{"error":")" + name + R"("}}]})"
        );
        EXPECT_EQ(world_.call("PUT", "/faults", shown), shown) << name;
    }
}

TEST_F(Controls, AJournalThatIsOnDoesNotTurnHeatOnAgain) {
    world_.call("PUT", "/requests/settings", R"({"on":true})");
    EXPECT_TRUE(world_.universe().throughput().collects_heat());
    world_.call("PUT", "/throughput", R"({"heat":false})");
    world_.call("PUT", "/requests/settings", world_.call("GET", "/requests/settings"));
    EXPECT_FALSE(world_.universe().throughput().collects_heat());
}

}  // namespace
}  // namespace stator::emulator::laboratory::controls
