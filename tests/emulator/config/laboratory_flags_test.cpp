#include "emulator/config/laboratory_flags.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "emulator/config/config.hpp"
#include "tests/emulator/support/world.hpp"

namespace stator::emulator::config {
namespace {

using engine::Distribution;
using engine::consistency::LagPolicy;
using engine::consistency::ReadMode;

// Sets an environment variable for one test.
class LaboratoryVariable {
public:
    LaboratoryVariable(const char* name, const char* value) : name_(name) {
        setenv(name, value, 1);
    }

    ~LaboratoryVariable() { unsetenv(name_); }

    LaboratoryVariable(const LaboratoryVariable&) = delete;
    LaboratoryVariable& operator=(const LaboratoryVariable&) = delete;

private:
    const char* name_;
};

LaboratoryConfig accepted_flags(const std::vector<std::string>& arguments) {
    const auto parsed = parse_command_line(arguments);
    if (const auto* exit = std::get_if<EarlyExit>(&parsed)) {
        ADD_FAILURE() << exit->text;
        return {};
    }
    return std::get<Config>(parsed).laboratory;
}

// The sentence on stderr.
std::string refused_flags(const std::vector<std::string>& arguments) {
    const auto parsed = parse_command_line(arguments);
    const auto* exit = std::get_if<EarlyExit>(&parsed);
    if (exit == nullptr) return "accepted";
    EXPECT_EQ(exit->code, 2);
    return exit->text;
}

TEST(LaboratoryFlags, HaveDefaults) {
    const LaboratoryConfig config = accepted_flags({});
    EXPECT_TRUE(config.serves_admin);
    EXPECT_EQ(config.admin_port, std::nullopt);
    EXPECT_EQ(config.isolation, Isolation::Shared);
    EXPECT_EQ(config.seed, std::nullopt);
    EXPECT_EQ(config.frozen_at, std::nullopt);
    EXPECT_EQ(config.lag, engine::consistency::LagSettings());
    EXPECT_EQ(config.throttle, engine::capacity::ThrottleMode::Off);
    EXPECT_FALSE(config.collects_heat);
    EXPECT_EQ(config.partitions, 0);
    EXPECT_EQ(config.snapshots, "stator-snapshots");
    EXPECT_EQ(config.faults_file, "");
    EXPECT_EQ(config.hostile_level, laboratory::HostileLevel::Off);
    EXPECT_FALSE(config.journal.on);
    EXPECT_EQ(config.journal.bodies, journal::BodyKeeping::None);
    EXPECT_EQ(config.report_file, "");
}

TEST(LaboratoryFlags, HostileNeedsNoLevel) {
    EXPECT_EQ(accepted_flags({"--hostile"}).hostile_level, laboratory::HostileLevel::Rough);
    EXPECT_EQ(
        accepted_flags({"--hostile", "--heat"}).hostile_level, laboratory::HostileLevel::Rough
    );
    EXPECT_EQ(accepted_flags({"--hostile=brutal"}).hostile_level, laboratory::HostileLevel::Brutal);
    EXPECT_EQ(accepted_flags({"--hostile", "mild"}).hostile_level, laboratory::HostileLevel::Mild);
    EXPECT_EQ(accepted_flags({"--hostile=off"}).hostile_level, laboratory::HostileLevel::Off);
    EXPECT_NE(refused_flags({"--hostile=harsh"}).find("--hostile"), std::string::npos);
    const LaboratoryVariable variable("STATOR_HOSTILE", "mild");
    EXPECT_EQ(accepted_flags({}).hostile_level, laboratory::HostileLevel::Mild);
}

TEST(LaboratoryFlags, AreReadOneByOne) {
    EXPECT_EQ(accepted_flags({"--admin-port", "0"}).admin_port, 0);
    EXPECT_EQ(accepted_flags({"--admin-port=65535"}).admin_port, 65'535);
    EXPECT_FALSE(accepted_flags({"--no-admin"}).serves_admin);
    EXPECT_EQ(accepted_flags({"--isolation", "shared"}).isolation, Isolation::Shared);
    EXPECT_EQ(accepted_flags({"--isolation", "access-key"}).isolation, Isolation::AccessKey);
    EXPECT_EQ(accepted_flags({"--isolation", "account"}).isolation, Isolation::Account);
    EXPECT_EQ(accepted_flags({"--seed", "0"}).seed, 0U);
    EXPECT_EQ(accepted_flags({"--seed", "18446744073709551615"}).seed, UINT64_MAX);
    EXPECT_EQ(
        accepted_flags({"--freeze", "2026-01-01T00:00:00Z"}).frozen_at,
        engine::Instant(1'767'225'600'000)
    );
    EXPECT_EQ(
        accepted_flags({"--freeze=2026-01-01"}).frozen_at, engine::Instant(1'767'225'600'000)
    );
    EXPECT_EQ(accepted_flags({"--throttle", "aws"}).throttle, engine::capacity::ThrottleMode::Aws);
    EXPECT_EQ(accepted_flags({"--throttle", "off"}).throttle, engine::capacity::ThrottleMode::Off);
    EXPECT_TRUE(accepted_flags({"--heat"}).collects_heat);
    EXPECT_EQ(accepted_flags({"--partitions", "8"}).partitions, 8);
    EXPECT_EQ(accepted_flags({"--snapshots", "/s"}).snapshots, "/s");
    EXPECT_EQ(accepted_flags({"--faults", "f.json"}).faults_file, "f.json");
    EXPECT_TRUE(accepted_flags({"--journal"}).journal.on);
    EXPECT_TRUE(accepted_flags({"--journal"}).collects_heat);
    EXPECT_EQ(accepted_flags({"serve", "--seed", "5"}).seed, 5U);
}

TEST(LaboratoryFlags, EventualConsistencyHasItsUsualLags) {
    const auto lag = accepted_flags({"--consistency", "eventual"}).lag;
    EXPECT_EQ(lag.tables, (LagPolicy{ReadMode::Lagged, Distribution::exponential(50)}));
    EXPECT_EQ(lag.indexes, (LagPolicy{ReadMode::Lagged, Distribution::exponential(150)}));
    EXPECT_TRUE(lag.rules.empty());
    EXPECT_EQ(accepted_flags({"--consistency", "strong"}).lag, engine::consistency::LagSettings());
}

TEST(LaboratoryFlags, EventualConsistencyIsDescribed) {
    const auto lag = accepted_flags({"--consistency=eventual",
                                     "--consistency-mode=oldest-legal",
                                     "--lag=uniform:0:400",
                                     "--index-lag=250"})
                         .lag;
    EXPECT_EQ(lag.tables, (LagPolicy{ReadMode::OldestLegal, Distribution::uniform(0, 400)}));
    EXPECT_EQ(lag.indexes, (LagPolicy{ReadMode::OldestLegal, Distribution::fixed(250)}));
    const std::pair<const char*, ReadMode> modes[] = {
        {"latest", ReadMode::Latest},
        {"lagged", ReadMode::Lagged},
        {"monotonic-per-connection", ReadMode::MonotonicPerConnection}};
    for (const auto& [name, mode] : modes) {
        const auto config = accepted_flags({"--consistency=eventual", "--consistency-mode", name});
        EXPECT_EQ(config.lag.tables.mode, mode) << name;
        EXPECT_EQ(config.lag.indexes.mode, mode) << name;
    }
}

TEST(LaboratoryFlags, BodiesAndReportsNeedTheJournal) {
    EXPECT_TRUE(accepted_flags({"--journal-bodies", "full"}).journal.on);
    EXPECT_EQ(
        accepted_flags({"--journal-bodies", "full"}).journal.bodies, journal::BodyKeeping::Full
    );
    EXPECT_EQ(
        accepted_flags({"--journal-bodies", "redacted"}).journal.bodies,
        journal::BodyKeeping::Redacted
    );
    EXPECT_FALSE(accepted_flags({"--journal-bodies", "none"}).journal.on);
    for (const char* file : {"r.json", "r.md", "dir/r.xml"}) {
        EXPECT_TRUE(accepted_flags({"--report", file}).journal.on);
        EXPECT_EQ(accepted_flags({"--report", file}).report_file, file);
    }
}

TEST(LaboratoryFlags, AlsoComeFromTheEnvironment) {
    const LaboratoryVariable port("STATOR_ADMIN_PORT", "81");
    const LaboratoryVariable isolation("STATOR_ISOLATION", "access-key");
    const LaboratoryVariable seed("STATOR_SEED", "7");
    const LaboratoryVariable freeze("STATOR_FREEZE", "2026-01-01");
    const LaboratoryVariable consistency("STATOR_CONSISTENCY", "eventual");
    const LaboratoryVariable mode("STATOR_CONSISTENCY_MODE", "oldest-legal");
    const LaboratoryVariable lag("STATOR_LAG", "5");
    const LaboratoryVariable index_lag("STATOR_INDEX_LAG", "6");
    const LaboratoryVariable throttle("STATOR_THROTTLE", "aws");
    const LaboratoryVariable heat("STATOR_HEAT", "true");
    const LaboratoryVariable snapshots("STATOR_SNAPSHOTS", "/env");
    const LaboratoryVariable faults("STATOR_FAULTS", "env.json");
    const LaboratoryVariable laboratory("STATOR_LABORATORY", "lab.json");
    const LaboratoryVariable journal("STATOR_JOURNAL", "true");
    const LaboratoryVariable bodies("STATOR_JOURNAL_BODIES", "full");
    const LaboratoryVariable report("STATOR_REPORT", "env.md");
    const LaboratoryConfig config = accepted_flags({});
    EXPECT_EQ(config.admin_port, 81);
    EXPECT_EQ(config.isolation, Isolation::AccessKey);
    EXPECT_EQ(config.seed, 7U);
    EXPECT_EQ(config.frozen_at, engine::Instant(1'767'225'600'000));
    EXPECT_EQ(config.lag.tables, (LagPolicy{ReadMode::OldestLegal, Distribution::fixed(5)}));
    EXPECT_EQ(config.lag.indexes, (LagPolicy{ReadMode::OldestLegal, Distribution::fixed(6)}));
    EXPECT_EQ(config.throttle, engine::capacity::ThrottleMode::Aws);
    EXPECT_TRUE(config.collects_heat);
    EXPECT_EQ(config.snapshots, "/env");
    EXPECT_EQ(config.faults_file, "env.json");
    EXPECT_EQ(config.laboratory_file, "lab.json");
    EXPECT_TRUE(config.given.lag);
    EXPECT_TRUE(config.given.throttle);
    EXPECT_TRUE(config.given.journal);
    EXPECT_TRUE(config.journal.on);
    EXPECT_EQ(config.journal.bodies, journal::BodyKeeping::Full);
    EXPECT_EQ(config.report_file, "env.md");
    // A flag beats the variable of its name.
    EXPECT_EQ(accepted_flags({"--admin-port", "82"}).admin_port, 82);
    EXPECT_EQ(accepted_flags({"--seed", "8"}).seed, 8U);
    EXPECT_EQ(accepted_flags({"--lag", "9"}).lag.tables.lag, Distribution::fixed(9));
    EXPECT_EQ(accepted_flags({"--snapshots", "/flag"}).snapshots, "/flag");
    EXPECT_EQ(accepted_flags({"--throttle", "off"}).throttle, engine::capacity::ThrottleMode::Off);
}

// A laboratory file has set its values before the flags apply.
TEST(LaboratoryFlags, OnlyExplicitFlagsOverrideAFile) {
    testing::World world;
    const char* const path = "/laboratory";
    const std::string of_file = world.call(
        "PUT",
        path,
        R"({"clock":{"mode":"frozen","set":5000},"consistency":{"mode":"lagged","lag":7,)"
        R"("rules":[{"table":"Tab","lag":3}]},"throughput":{"throttle":"aws","heat":false},)"
        R"("requests":{"on":false,"capacity":17,"bodies":"full"}})"
    );
    const auto set = [&](const std::vector<std::string>& flags) {
        given_settings(accepted_flags(flags)
        )(world.laboratory(), laboratory::controls::Others::Stay);
        return world.call("GET", path);
    };
    EXPECT_EQ(set({}), of_file);
    EXPECT_EQ(set({"--faults", "f.json", "--seed", "3"}), of_file);
    const std::string shown = set(
        {"--freeze",
         "2026-01-01",
         "--consistency",
         "eventual",
         "--lag",
         "9",
         "--throttle",
         "off",
         "--heat",
         "--journal"}
    );
    for (const char* part :
         {R"("clock":{"mode":"frozen","set":"2026-01-01T00:00:00.000Z"})",
          R"("consistency":{"mode":"lagged","lag":{"fixed":9},"indexLag":{"exponential":150},)"
          R"("rules":[{"table":"Tab","mode":"lagged","lag":{"fixed":3}}]})",
          R"("requests":{"on":true,"capacity":17,"bodies":"none",)",
          R"("throughput":{"throttle":"off","heat":true})"}) {
        EXPECT_NE(shown.find(part), std::string::npos) << part << shown;
    }
    EXPECT_NE(set({"--consistency", "strong"}).find(R"("mode":"latest")"), std::string::npos);
}

TEST(LaboratoryFlags, NoAdminComesFromTheEnvironment) {
    const LaboratoryVariable no_admin("STATOR_NO_ADMIN", "true");
    EXPECT_FALSE(accepted_flags({}).serves_admin);
    EXPECT_NE(refused_flags({"--admin-port", "1"}).find("--no-admin"), std::string::npos);
}

TEST(LaboratoryFlags, InvalidValuesAreReportedInOneSentence) {
    struct FlagCase {
        std::vector<std::string> arguments;
        const char* part;
    };

    const FlagCase cases[] = {
        {{"--no-admin", "--admin-port", "1"}, "--no-admin and --admin-port"},
        {{"--lag", "5"}, "--consistency=eventual"},
        {{"--index-lag", "5"}, "--consistency=eventual"},
        {{"--consistency-mode", "lagged"}, "--consistency=eventual"},
        {{"--consistency", "strong", "--lag", "5"}, "--consistency=eventual"},
        {{"--consistency", "eventual", "--lag", "often"}, "--lag cannot be 'often'"},
        {{"--consistency", "eventual", "--lag", "uniform:5:1"}, "--lag"},
        {{"--consistency", "eventual", "--index-lag", "-5"}, "--index-lag"},
        {{"--consistency", "sometimes"}, "--consistency"},
        {{"--consistency", "eventual", "--consistency-mode", "random"}, "--consistency-mode"},
        {{"--freeze", "tomorrow"}, "--freeze cannot be 'tomorrow'"},
        {{"--freeze", "2026-02-30"}, "--freeze"},
        {{"--freeze"}, "--freeze"},
        {{"--seed", "-1"}, "--seed"},
        {{"--seed", "abc"}, "--seed"},
        {{"--seed", "18446744073709551616"}, "--seed"},
        {{"--seed", "1.5"}, "--seed"},
        {{"--admin-port", "65536"}, "--admin-port"},
        {{"--admin-port", "-1"}, "--admin-port"},
        {{"--admin-port", "x"}, "--admin-port"},
        {{"--isolation", "table"}, "--isolation"},
        {{"--throttle", "hard"}, "--throttle"},
        {{"--partitions", "0"}, "--partitions"},
        {{"--journal-bodies", "all"}, "--journal-bodies"},
        {{"--report", "report.txt"}, "--report cannot be 'report.txt'"},
        {{"--report", "report"}, "--report"},
    };
    for (const FlagCase& each : cases) {
        const std::string text = refused_flags(each.arguments);
        EXPECT_TRUE(text.starts_with("stator: ")) << each.arguments.back() << text;
        EXPECT_NE(text.find(each.part), std::string::npos) << each.arguments.back() << text;
        EXPECT_EQ(text.find('\n'), text.size() - 1) << text;
    }
}

TEST(LaboratoryFlags, AnEmptyValueIsRefused) {
    for (const char* flag : {"--snapshots=", "--freeze=", "--faults=", "--report="}) {
        EXPECT_TRUE(refused_flags({flag}).starts_with("stator: ")) << flag;
    }
    EXPECT_TRUE(refused_flags({"--consistency=eventual", "--lag="}).starts_with("stator: "));
}

TEST(LaboratoryFlags, AWrongVariableIsAlsoOneSentence) {
    const std::pair<const char*, const char*> cases[] = {
        {"STATOR_SEED", "abc"},
        {"STATOR_ADMIN_PORT", "99999"},
        {"STATOR_ISOLATION", "none"},
        {"STATOR_FREEZE", "never"},
        {"STATOR_LAG", "5"},
        {"STATOR_REPORT", "r.txt"}};
    for (const auto& [name, value] : cases) {
        const LaboratoryVariable variable(name, value);
        EXPECT_TRUE(refused_flags({}).starts_with("stator: ")) << name;
    }
}

}  // namespace
}  // namespace stator::emulator::config
