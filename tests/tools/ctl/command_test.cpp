#include "tools/ctl/command.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "protocol/wire/json.hpp"
#include "tools/ctl/verbs.hpp"

namespace stator::tools::ctl {
namespace {

constexpr const char* kEndpoint = "http://127.0.0.1:8000";

std::vector<std::string> words(const std::string& line) {
    std::vector<std::string> words;
    std::istringstream text(line);
    for (std::string word; text >> word;) words.push_back(word);
    return words;
}

// "POST /path {body}" of a command line, or the message if nothing is sent.
std::string request_of(const std::vector<std::string>& arguments, const std::string& input = "") {
    std::istringstream in(input);
    const auto parsed = parse_ctl(arguments, kEndpoint, in);
    if (const auto* exit = std::get_if<CtlExit>(&parsed)) {
        return std::to_string(exit->code) + " " + exit->text;
    }
    const client::AdminCommand& command = std::get<CtlCall>(parsed).command;
    const std::string line = command.method + " " + command.path;
    return command.body.empty() ? line : line + " " + command.body;
}

TEST(CtlCommand, IsInTheTreeForCompletions) {
    std::set<std::string> paths;
    const emulator::command_line::Command tree = command_tree();
    for (const auto& place : emulator::command_line::places_of(tree)) paths.insert(place.path);
    for (const CtlTopic& topic : ctl_topics()) {
        for (const CtlVerb& verb : topic.verbs) {
            std::string path = "stator ctl " + topic.name;
            if (!verb.verb.empty()) path.append(" ").append(verb.verb);
            EXPECT_TRUE(paths.contains(path)) << path;
        }
    }
}

TEST(CtlCommand, BecomesARequest) {
    const std::string v1 = "/_stator/v1";
    const std::vector<std::pair<const char*, std::string>> cases = {
        {"clock show", "GET " + v1 + "/clock"},
        {"clock freeze", "POST " + v1 + "/clock/freeze"},
        {"clock freeze --at 2026-01-01T00:00:00Z",
         "POST " + v1 + R"(/clock/freeze {"at":"2026-01-01T00:00:00Z"})"},
        {"clock freeze --at=1000", "POST " + v1 + R"(/clock/freeze {"at":1000})"},
        {"clock follow", "POST " + v1 + "/clock/follow"},
        {"clock advance 48h", "POST " + v1 + R"(/clock/advance {"by":"48h"})"},
        {"clock advance 1500ms", "POST " + v1 + R"(/clock/advance {"by":"1500ms"})"},
        {"clock set 2026-01-01T00:00:00Z",
         "POST " + v1 + R"(/clock/set {"to":"2026-01-01T00:00:00Z"})"},
        {"clock scale .5", "POST " + v1 + R"(/clock/scale {"factor":0.5})"},
        {"consistency set --mode lagged --lag uniform:0:500 --index-lag exponential:200",
         "PUT " + v1 +
             R"(/consistency {"mode":"lagged","lag":{"uniform":[0,500]},)"
             R"("indexLag":{"exponential":200}})"},
        {"consistency set", "GET " + v1 + "/consistency"},
        {"consistency set --lag 50", "PUT " + v1 + R"(/consistency {"lag":{"fixed":50}})"},
        {"consistency clear-rules", "DELETE " + v1 + "/consistency/rules"},
        {"consistency pin --table Music --replica 2",
         "POST " + v1 + R"(/consistency/pin {"table":"Music","replica":2})"},
        {"consistency advance --table Music --index ByYear --universe alpha --region eu-west-2 "
         "--ms 20",
         "POST " + v1 +
             R"(/consistency/advance {"table":"Music","index":"ByYear",)"
             R"("universe":"alpha","region":"eu-west-2","ms":20})"},
        {R"(consistency pause --table Music --key {"id":{"S":"o1"}})",
         "POST " + v1 + R"(/consistency/pause {"table":"Music","key":{"id":{"S":"o1"}}})"},
        {"consistency drain --table Music --partition 7",
         "POST " + v1 + R"(/consistency/drain {"table":"Music","partition":7})"},
        {R"(faults add {"rules":[]})", "POST " + v1 + R"(/faults/rules {"rules":[]})"},
        {"faults add drop=after", "POST " + v1 + R"(/faults/rules {"fault":"drop=after"})"},
        {"faults add throttle --name busy --operation Batch* --table orders --nth 3 --times 1",
         "POST " + v1 +
             R"(/faults/rules {"fault":"throttle","name":"busy","times":1,)"
             R"("match":{"operation":"Batch*","table":"orders","nth":3}})"},
        {R"(faults load {"rules":[]})", "PUT " + v1 + R"(/faults {"rules":[]})"},
        {R"(consistency rules {"rules":[]})", "PUT " + v1 + R"(/consistency/rules {"rules":[]})"},
        {"faults preset adversarial --intensity 0.3",
         "PUT " + v1 + R"(/faults {"preset":{"name":"adversarial","intensity":0.3}})"},
        {"faults remove a/b", "DELETE " + v1 + "/faults/rules/a%2Fb"},
        {"faults seed 7", "PUT " + v1 + R"(/faults/seed {"seed":7})"},
        {"faults seed 18446744073709551615",
         "PUT " + v1 + R"(/faults/seed {"seed":18446744073709551615})"},
        {"streams show", "GET " + v1 + "/streams"},
        {"streams set --lag 500 --empty-pages .3 --shard-records 20",
         "PUT " + v1 + R"(/streams {"lag":{"fixed":500},"emptyPages":0.3,"shardRecords":20})"},
        {"hostile", "GET " + v1 + "/hostile"},
        {"hostile brutal", "PUT " + v1 + R"(/hostile {"level":"brutal"})"},
        {"throughput throttle aws", "PUT " + v1 + R"(/throughput {"throttle":"aws"})"},
        {"throughput heat off", "PUT " + v1 + R"(/throughput {"heat":false})"},
        {"throughput split --table Music --index ByYear --to 8",
         "POST " + v1 + R"(/partitions/split {"table":"Music","index":"ByYear","partitions":8})"},
        {"heat", "GET " + v1 + "/heat"},
        {"limits", "GET " + v1 + "/limits"},
        {"replication show --table Music", "GET " + v1 + "/replication?table=Music"},
        {"replication lag 200", "PUT " + v1 + R"(/replication {"lag":{"fixed":200}})"},
        {"replication pause eu-west-1 --from us-east-1",
         "POST " + v1 + R"(/replication/pause {"region":"eu-west-1","from":"us-east-1"})"},
        {"replication resume", "POST " + v1 + "/replication/resume"},
        {"heat --table Music", "GET " + v1 + "/heat?table=Music"},
        {"partitions --table Music", "GET " + v1 + "/partitions?table=Music"},
        {"due", "GET " + v1 + "/due"},
        {"universe create alpha --from default",
         "POST " + v1 + R"(/universes {"name":"alpha","from":"default"})"},
        {"universe fork default beta", "POST " + v1 + R"(/universes/default/fork {"name":"beta"})"},
        {"universe reset alpha", "POST " + v1 + "/universes/alpha/reset"},
        {"--universe alpha clock show", "GET /u/alpha" + v1 + "/clock"},
        {"universe reset alpha --seed 7 --at 2026-01-01",
         "POST " + v1 + R"(/universes/alpha/reset {"seed":7,"at":"2026-01-01"})"},
        {"snapshot save seeded",
         "POST " + v1 + R"(/snapshots {"name":"seeded","universe":"default"})"},
        {"snapshot restore seeded --universe beta",
         "POST " + v1 + R"(/snapshots/seeded/restore {"universe":"beta"})"},
        {"snapshot save seeded --overwrite on",
         "POST " + v1 + R"(/snapshots {"name":"seeded","universe":"default","overwrite":true})"},
        {"snapshot restore seeded --clock snapshot",
         "POST " + v1 + R"(/snapshots/seeded/restore {"universe":"default","clock":"snapshot"})"},
        {"universe create alpha --snapshot seeded --shift-times on",
         "POST " + v1 + R"(/universes {"name":"alpha","snapshot":"seeded","shiftTimes":true})"},
        {"snapshot show seeded", "GET " + v1 + "/snapshots/seeded"},
        {"requests list --operation Query --limit 5",
         "GET " + v1 + "/requests?operation=Query&limit=5"},
        {"laboratory show", "GET " + v1 + "/laboratory"},
        {"laboratory show --universe u1", "GET " + v1 + "/laboratory?universe=u1"},
        {"requests settings", "GET " + v1 + "/requests/settings"},
        {"requests settings --record on --capacity 5 --bodies redacted",
         "PUT " + v1 + R"(/requests/settings {"on":true,"capacity":5,"bodies":"redacted"})"},
        {"report --format junit", "GET " + v1 + "/report?format=junit"},
        {R"(assert {"a":[]})", "POST " + v1 + R"(/assertions {"a":[]})"},
        {"get /metrics", "GET /metrics"},
    };
    for (const auto& [line, request] : cases) {
        EXPECT_EQ(request_of(words(line)), request) << line;
    }
}

TEST(CtlCommand, EscapesValuesInJson) {
    EXPECT_EQ(
        request_of({"universe", "create", "say \"hi\""}),
        R"(POST /_stator/v1/universes {"name":"say \"hi\""})"
    );
}

TEST(CtlCommand, ReadsFiles) {
    const auto file = std::filesystem::temp_directory_path() / "stator_ctl_command_test.json";
    std::ofstream(file) << R"({"rules":[]})";
    EXPECT_EQ(
        request_of({"faults", "load", file.string()}), R"(PUT /_stator/v1/faults {"rules":[]})"
    );
    EXPECT_EQ(
        request_of({"laboratory", "load", file.string(), "--universe", "u1"}),
        R"(PUT /_stator/v1/laboratory?universe=u1 {"rules":[]})"
    );
    EXPECT_EQ(request_of({"assert", file.string()}), R"(POST /_stator/v1/assertions {"rules":[]})");
    std::filesystem::remove(file);
    const std::string refusal = request_of({"faults", "load", file.string()});
    EXPECT_TRUE(refusal.starts_with("2 stator ctl: the file ")) << refusal;
}

TEST(CtlCommand, ReadsStandardInput) {
    const std::string rules = R"({"rules":[]})";
    for (const auto& [line, request] : std::vector<std::pair<const char*, std::string>>{
             {"faults load -", "PUT /_stator/v1/faults "},
             {"faults add -", "POST /_stator/v1/faults/rules "},
             {"consistency rules -", "PUT /_stator/v1/consistency/rules "},
             {"assert -", "POST /_stator/v1/assertions "}}) {
        EXPECT_EQ(request_of(words(line), rules), request + rules) << line;
        EXPECT_EQ(
            request_of(words(line), "rules"),
            "2 stator ctl: standard input has no JSON; see stator ctl --help.\n"
        ) << line;
    }
}

TEST(CtlCommand, AsksForAUnit) {
    EXPECT_EQ(
        request_of({"clock", "advance", "48"}),
        "2 stator ctl: 48 what? Write 48ms, 48s, 48m, 48h or 48d; see stator ctl --help.\n"
    );
}

TEST(CtlCommand, AShortFormIsNotAFile) {
    EXPECT_EQ(
        request_of({"faults", "add", "rules.json"}),
        "2 stator ctl: the file rules.json cannot be read; name one that can; see stator ctl "
        "--help.\n"
    );
    EXPECT_EQ(
        request_of({"faults", "add", R"({"fault":"throttle"})", "--times", "1"}),
        "2 stator ctl: JSON says all of a rule itself; leave the options out; see stator ctl "
        "--help.\n"
    );
}

TEST(CtlCommand, RefusesWrongUsageInOneSentence) {
    for (const char* line :
         {"",
          "clock",
          "clock sideways",
          "clock advance",
          "clock scale fast",
          "clock scale inf",
          "faults seed 18446744073709551616",
          "faults seed 1e3",
          "consistency set --lag soon",
          "consistency set --lag uniform:5",
          "consistency pin",
          "consistency pin --table Music --replica one",
          "throughput heat warm",
          "universe show",
          "get metrics",
          "clock show --loudly"}) {
        const std::string refusal = request_of(words(line));
        EXPECT_TRUE(refusal.starts_with("2 stator ctl: ")) << line << ": " << refusal;
        EXPECT_EQ(std::count(refusal.begin(), refusal.end(), '\n'), 1) << line << ": " << refusal;
    }
    EXPECT_TRUE(request_of({"universe", "show", ""}).starts_with("2 stator ctl: "));
}

TEST(CtlCommand, NamesTheWrongWordAndTheHelpThatListsTheRightOnes) {
    EXPECT_EQ(
        request_of({"bogus"}), "2 stator ctl: there is no command 'bogus'; see stator ctl --help.\n"
    );
    EXPECT_EQ(
        request_of({"clock", "sideways"}),
        "2 stator ctl: there is no command 'sideways'; see stator ctl clock --help.\n"
    );
    EXPECT_EQ(
        request_of({"clock"}),
        "2 stator ctl: A subcommand is required; see stator ctl clock --help.\n"
    );
}

TEST(CtlCommand, TakesTheEndpointAnywhere) {
    for (const char* line :
         {"--endpoint http://h:1 clock show",
          "clock --endpoint http://h:1 show",
          "clock show --endpoint http://h:1"}) {
        const auto parsed = parse_ctl(words(line), kEndpoint, std::cin);
        ASSERT_TRUE(std::holds_alternative<CtlCall>(parsed)) << line;
        EXPECT_EQ(std::get<CtlCall>(parsed).endpoint, "http://h:1") << line;
    }
    EXPECT_EQ(
        std::get<CtlCall>(parse_ctl({"clock", "show"}, kEndpoint, std::cin)).endpoint, kEndpoint
    );
}

TEST(CtlCommand, HelpsAtEveryLevel) {
    EXPECT_NE(request_of({"--help"}).find("consistency"), std::string::npos);
    EXPECT_NE(request_of({"clock", "--help"}).find("advance"), std::string::npos);
    EXPECT_NE(request_of({"clock", "freeze", "--help"}).find("--at"), std::string::npos);
    EXPECT_TRUE(request_of({"clock", "--help"}).starts_with("0 "));
}

}  // namespace
}  // namespace stator::tools::ctl
