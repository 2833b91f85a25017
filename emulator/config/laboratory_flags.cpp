#include "emulator/config/laboratory_flags.hpp"

#include <CLI/CLI.hpp>
#include <map>

#include "emulator/base/distribution_text.hpp"
#include "emulator/base/time_text.hpp"
#include "emulator/command_line/options.hpp"
#include "emulator/journal/report_formats.hpp"
#include "emulator/laboratory/controls/consistency_control.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "engine/capacity/partition_count.hpp"
#include "protocol/base/number_text.hpp"

namespace stator::emulator::config {
namespace {

using command_line::Options;
using engine::Distribution;
using engine::consistency::ReadMode;

// Default lags of eventually consistent reads. Indexes lag more than tables.
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

// Returns an error sentence about an invalid distribution.
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
    std::string consistency = "strong";
    std::string mode;
    std::string lag;
    std::string index_lag;
    std::string throttle = "off";
    std::string hostile = "off";
    std::string frozen_at;
    bool journal = false;
    std::string seed;
};

namespace {

constexpr const char* kGroup = "Laboratory";

void add_admin_options(CLI::App& app, LaboratoryFlags::Choices& choices) {
    Options(app, Options::Scope::Server, kGroup)
        .value(
            "--admin-port",
            choices.admin_port,
            "Serve the admin API and the console on this port only; 0 picks a free port"
        )
        ->check(CLI::Range(0, 65'535));
    Options(app, Options::Scope::Everywhere, kGroup)
        .flag("--no-admin", choices.no_admin, "Disable the admin API and the console");
}

void add_consistency_options(Options& laboratory, LaboratoryFlags::Choices& choices) {
    laboratory
        .with_default(
            "--consistency",
            choices.consistency,
            "Staleness of eventually consistent reads: strong (never stale) or eventual"
        )
        ->check(CLI::IsMember({"strong", "eventual"}));
    laboratory
        .value(
            "--consistency-mode",
            choices.mode,
            "Replica that eventually consistent reads use: latest, lagged, oldest-legal or "
            "monotonic-per-connection; requires --consistency=eventual"
        )
        ->check(CLI::IsMember({"latest", "lagged", "oldest-legal", "monotonic-per-connection"}));
    laboratory.value(
        "--lag",
        choices.lag,
        "Replication lag of tables in milliseconds: 250, uniform:0:400 or exponential:50"
    );
    laboratory.value(
        "--index-lag",
        choices.index_lag,
        "Replication lag of global indexes, in the same form as --lag"
    );
}

void add_journal_options(Options& laboratory, LaboratoryFlags::Choices& choices) {
    laboratory.flag("--journal", choices.journal, "Record requests in the request journal");
    laboratory.choice(
        "--journal-bodies",
        choices.config.journal.bodies,
        kBodies,
        "Request and reply bodies kept in the request journal: none, redacted or full"
    );
    laboratory.value(
        "--report",
        choices.config.report_file,
        "Write a report to FILE at exit; the extension selects the format (.json, .md, .xml)",
        "FILE.{json,md,xml}"
    );
}

}  // namespace

LaboratoryFlags::~LaboratoryFlags() = default;

LaboratoryFlags::LaboratoryFlags(CLI::App& app) : choices_(std::make_unique<Choices>()) {
    Choices& choices = *choices_;
    LaboratoryConfig& config = choices.config;
    choices.app = &app;
    add_admin_options(app, choices);
    Options laboratory(app, Options::Scope::Everywhere, kGroup);
    laboratory.choice(
        "--isolation",
        config.isolation,
        kIsolations,
        "Universe of a request: shared (one for all), or one per access-key or account"
    );
    laboratory.value(
        "--seed",
        choices.seed,
        "Seed for all random choices; the same seed and requests give the same results"
    );
    laboratory.value(
        "--freeze",
        choices.frozen_at,
        "Start with the clock frozen at TIME, for example 2026-01-01T00:00:00Z"
    );
    add_consistency_options(laboratory, choices);
    laboratory
        .with_default(
            "--throttle",
            choices.throttle,
            "Throttle requests: off, or aws for AWS's capacity limits"
        )
        ->check(CLI::IsMember({"off", "aws"}));
    laboratory
        .value(
            "--partitions",
            config.partitions,
            "Number of partitions (and open stream shards) of a new table"
        )
        ->check(CLI::Range(std::int64_t{1}, engine::capacity::kMostPartitions));
    laboratory.flag(
        "--heat",
        config.collects_heat,
        "Measure the traffic of each partition and key (the heat report)"
    );
    laboratory.with_default("--snapshots", config.snapshots, "Directory for snapshots", "DIR");
    laboratory.value(
        "--laboratory",
        config.laboratory_file,
        "JSON file with test controls, universes and initial tables",
        "FILE"
    );
    laboratory.value("--faults", config.faults_file, "JSON file with fault rules", "FILE");
    laboratory
        .value(
            "--hostile",
            choices.hostile,
            "Combine faults, stale reads and stream faults at LEVEL: mild, rough or brutal",
            "LEVEL"
        )
        ->check(CLI::IsMember({"off", "mild", "rough", "brutal"}))
        ->expected(0, 1)
        ->type_name("LEVEL");
    add_journal_options(laboratory, choices);
}

std::variant<LaboratoryConfig, std::string> LaboratoryFlags::finish() const {
    const Choices& choices = *choices_;
    LaboratoryConfig config = choices.config;
    config.serves_admin = !choices.no_admin;
    config.admin_port = choices.admin_port;
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
    // The option without a level means the default level, Rough.
    config.hostile_level =
        laboratory::find_hostile_level(choices.hostile).value_or(laboratory::HostileLevel::Rough);
    // Bodies and the report require the request log, so they enable it.
    config.journal.on = choices.journal || config.journal.bodies != journal::BodyKeeping::None ||
                        !config.report_file.empty();
    config.given = {
        .lag = choices.app->count("--consistency") > 0,
        .throttle = choices.app->count("--throttle") > 0,
        .journal = config.journal.on,
        .hostile = choices.app->count("--hostile") > 0};
    // The report contains hot keys.
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
        // Set last, because it overrides other settings.
        if (config.given.hostile) laboratory.set_hostile_level(config.hostile_level);
        return ticket;
    };
}

}  // namespace stator::emulator::config
