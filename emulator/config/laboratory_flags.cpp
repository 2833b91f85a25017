#include "emulator/config/laboratory_flags.hpp"

#include <CLI/CLI.hpp>
#include <map>

#include "emulator/base/distribution_text.hpp"
#include "emulator/base/time_text.hpp"
#include "emulator/command_line/one_of.hpp"
#include "emulator/journal/report_formats.hpp"
#include "emulator/laboratory/controls/consistency_control.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "engine/capacity/partition_count.hpp"
#include "protocol/base/number_text.hpp"

namespace stator::emulator::config {
namespace {

using engine::Distribution;
using engine::consistency::ReadMode;

// What eventually consistent reads are behind unless it is said: a table by a little, an index by
// more.
constexpr std::int64_t kUsualLagMs = 50;
constexpr std::int64_t kUsualIndexLagMs = 150;

const std::map<std::string, Isolation> kIsolations = {
    {"shared", Isolation::Shared},
    {"access-key", Isolation::AccessKey},
    {"account", Isolation::Account}};

const std::map<std::string, journal::BodyKeeping> kBodies = {
    {"none", journal::BodyKeeping::None},
    {"redacted", journal::BodyKeeping::Redacted},
    {"full", journal::BodyKeeping::Full}};

// A sentence about text that is no distribution.
std::string not_a_distribution(std::string_view option, std::string_view text) {
    return std::string(option)
        .append(" cannot be '")
        .append(text)
        .append("': give milliseconds such as 250, uniform:0:400 or exponential:50.");
}

}  // namespace

struct LaboratoryFlags::Choices {
    const CLI::App* app = nullptr;
    LaboratoryConfig config;
    bool no_admin = false;
    std::optional<std::uint16_t> admin_port;
    std::string isolation = "shared";
    std::string consistency = "strong";
    std::string mode;
    std::string lag;
    std::string index_lag;
    std::string throttle = "off";
    std::string hostile = "off";
    std::string bodies = "none";
    std::string frozen_at;
    bool journal = false;
    std::string seed;
};

LaboratoryFlags::~LaboratoryFlags() = default;

LaboratoryFlags::LaboratoryFlags(CLI::App& app) : choices_(std::make_unique<Choices>()) {
    Choices& choices = *choices_;
    choices.app = &app;
    const auto option = [&app](const std::string& flag, auto& value, const std::string& help) {
        return app.add_option(flag, value, help)->group("Laboratory");
    };
    const auto flag = [&app](const std::string& name, bool& value, const std::string& help) {
        return app.add_flag(name, value, help)->group("Laboratory");
    };
    option("--admin-port", choices.admin_port, "Port of the admin API, instead of the main one")
        ->check(CLI::Range(0, 65'535));
    flag("--no-admin", choices.no_admin, "No admin API");
    option("--isolation", choices.isolation, "What selects a universe of tables of its own")
        ->check(command_line::one_of(kIsolations))
        ->capture_default_str();
    option("--seed", choices.seed, "Makes everything random repeatable");
    option("--freeze", choices.frozen_at, "Start with a clock that stands still at that time");
    option("--consistency", choices.consistency, "What eventually consistent reads see")
        ->check(CLI::IsMember({"strong", "eventual"}))
        ->capture_default_str();
    option(
        "--consistency-mode", choices.mode, "Which replica they read, with --consistency=eventual"
    )
        ->check(CLI::IsMember({"latest", "lagged", "oldest-legal", "monotonic-per-connection"}));
    option("--lag", choices.lag, "How far replicas of tables are behind: 250, uniform:0:400 …");
    option("--index-lag", choices.index_lag, "How far replicas of global indexes are behind");
    option("--throttle", choices.throttle, "Whether throughput is enforced")
        ->check(CLI::IsMember({"off", "aws"}))
        ->capture_default_str();
    option("--partitions", choices.config.partitions, "Partitions, and open shards, of a new table")
        ->check(CLI::Range(std::int64_t{1}, engine::capacity::kMostPartitions));
    flag("--heat", choices.config.collects_heat, "Measure partitions and keys for the heat report");
    option("--snapshots", choices.config.snapshots, "Directory of snapshots")
        ->type_name("DIR")
        ->capture_default_str();
    option(
        "--laboratory", choices.config.laboratory_file, "File that declares all of this, as JSON"
    )
        ->type_name("FILE");
    option("--faults", choices.config.faults_file, "File of fault rules, as JSON")
        ->type_name("FILE");
    option("--hostile", choices.hostile, "Everything that DynamoDB may legally do to a client")
        ->check(CLI::IsMember({"off", "mild", "rough", "brutal"}))
        ->expected(0, 1)
        ->type_name("LEVEL");
    flag("--journal", choices.journal, "Remember requests");
    option("--journal-bodies", choices.bodies, "Whether the journal keeps requests and replies")
        ->check(command_line::one_of(kBodies))
        ->capture_default_str();
    option("--report", choices.config.report_file, "File to write a report to in the end")
        ->type_name("FILE.{json,md,xml}");
}

std::variant<LaboratoryConfig, std::string> LaboratoryFlags::finish() const {
    const Choices& choices = *choices_;
    LaboratoryConfig config = choices.config;
    config.serves_admin = !choices.no_admin;
    config.admin_port = choices.admin_port;
    config.isolation = kIsolations.at(choices.isolation);
    if (!choices.seed.empty()) {
        config.seed = protocol::parse_number<std::uint64_t>(choices.seed);
        if (!config.seed) {
            return "--seed cannot be '" + choices.seed +
                   "': give a whole number from 0 to 18446744073709551615.";
        }
    }
    if (choices.no_admin && choices.admin_port) {
        return "--no-admin and --admin-port exclude each other; give one.";
    }
    const bool is_eventual = choices.consistency == "eventual";
    if (!is_eventual && !(choices.mode + choices.lag + choices.index_lag).empty()) {
        return "--consistency-mode, --lag and --index-lag need --consistency=eventual; add it.";
    }
    if (is_eventual) {
        const auto lag = choices.lag.empty() ? Distribution::exponential(kUsualLagMs)
                                             : parse_distribution(choices.lag);
        const auto index_lag = choices.index_lag.empty()
                                   ? Distribution::exponential(kUsualIndexLagMs)
                                   : parse_distribution(choices.index_lag);
        if (!lag) return not_a_distribution("--lag", choices.lag);
        if (!index_lag) return not_a_distribution("--index-lag", choices.index_lag);
        const auto mode =
            laboratory::controls::find_read_mode(choices.mode).value_or(ReadMode::Lagged);
        config.lag.tables = {mode, *lag};
        config.lag.indexes = {mode, *index_lag};
    }
    if (choices.throttle == "aws") config.throttle = engine::capacity::ThrottleMode::Aws;
    if (!choices.frozen_at.empty()) {
        config.frozen_at = parse_time(choices.frozen_at);
        if (!config.frozen_at) {
            return "--freeze cannot be '" + choices.frozen_at +
                   "': give a time such as 2026-01-01T00:00:00Z.";
        }
    }
    // Without a level, as a word by itself.
    config.hostile_level =
        laboratory::find_hostile_level(choices.hostile).value_or(laboratory::HostileLevel::Rough);
    config.journal.bodies = kBodies.at(choices.bodies);
    // Whoever wants the bodies or the report wants the requests.
    config.journal.on = choices.journal || config.journal.bodies != journal::BodyKeeping::None ||
                        !config.report_file.empty();
    config.given = {
        .lag = choices.app->count("--consistency") > 0,
        .throttle = choices.app->count("--throttle") > 0,
        .journal = config.journal.on,
        .hostile = choices.app->count("--hostile") > 0};
    // The report names hot keys.
    if (config.journal.on) config.collects_heat = true;
    if (!config.report_file.empty() && !journal::report_format_of_file(config.report_file)) {
        return "--report cannot be '" + config.report_file +
               "': the file's name must end with .json, .md or .xml.";
    }
    return config;
}

laboratory::controls::Change given_settings(const LaboratoryConfig& config) {
    return [config](laboratory::Laboratory& laboratory, laboratory::controls::Others) {
        engine::Administration administration = laboratory.administration();
        engine::JournalTicket ticket;
        if (config.frozen_at) {
            laboratory.clock().freeze(config.frozen_at);
            ticket = administration.note_clock();
        }
        if (config.given.lag) {
            administration.change_lag([&](engine::consistency::LagSettings& settings) {
                settings.tables = config.lag.tables;
                settings.indexes = config.lag.indexes;
            });
        }
        if (config.given.journal) {
            journal::JournalSettings settings = laboratory.journal().settings();
            settings.on = true;
            settings.bodies = config.journal.bodies;
            laboratory.journal().configure(settings);
        }
        if (config.given.throttle) administration.set_throttling(config.throttle);
        if (config.collects_heat) administration.collect_heat(true);
        // Last, since it sets what others set, too.
        if (config.given.hostile) laboratory.set_hostile_level(config.hostile_level);
        return ticket;
    };
}

}  // namespace stator::emulator::config
