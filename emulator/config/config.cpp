#include "emulator/config/config.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <thread>

#include "emulator/command_line/given_option.hpp"
#include "emulator/command_line/options.hpp"
#include "emulator/command_line/unknown_argument.hpp"
#include "emulator/config/auth_flags.hpp"
#include "emulator/config/dynamodb_local_flags.hpp"
#include "emulator/config/kinesis_flags.hpp"
#include "emulator/config/limit_flags.hpp"
#include "emulator/config/localstack_variables.hpp"
#include "emulator/config/s3_flags.hpp"
#include "engine/vectors/kernels.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/errors/regions.hpp"

#ifndef STATOR_VERSION
#define STATOR_VERSION "0.1.0"
#endif

namespace stator::emulator::config {
namespace {

using command_line::Options;

// Time that tables and indexes stay in a transient status under -delayTransientStatuses.
constexpr std::int64_t kTransientStatusDelayMs = 500;

constexpr const char* kAllAddresses = "*";

// One day. To keep tables CREATING for longer, users can freeze the clock.
constexpr std::int64_t kLongestTableDelayMs = 24LL * 60 * 60 * 1'000;

const std::map<std::string, engine::persistence::Durability> kDurabilities = {
    {"commit", engine::persistence::Durability::Commit},
    {"fsync", engine::persistence::Durability::Fsync},
    {"relaxed", engine::persistence::Durability::Relaxed}};

const std::map<std::string, LogLevel> kLogLevels = {
    {"debug", LogLevel::Debug},
    {"info", LogLevel::Info},
    {"warn", LogLevel::Warn},
    {"error", LogLevel::Error},
    {"off", LogLevel::Off}};

// The variables that CLI11 fills. They become a Config if all options are compatible.
struct Choices {
    Config config;
    std::string db_path;
    std::string table_delay_ms = "0";
    bool in_memory = false;
    bool optimizes = false;
    bool lists_regions = false;
    double error_probability = 0;  // of reads and writes
};

// Returns the problem with a number of seconds, for CLI11, whose own Range accepts "nan".
std::string seconds_problem(const std::string& text) {
    const auto seconds = protocol::parse_number<double>(text);
    if (seconds && *seconds >= 0 && *seconds <= 1e9) return {};
    return "'" + text + "' is no number of seconds from 0 to 1000000000";
}

std::string region_problem(const std::string& text) {
    if (protocol::errors::is_region_name(text)) return {};
    return "'" + text +
           "' is no region of AWS such as eu-west-2; stator --regions lists those recorded";
}

std::string kernels_problem(const std::string& text) {
    const auto path = engine::vectors::kernel_path_from(text);
    if (!path) return "'" + text + "' is none of portable, avx2 and avx512";
    return engine::vectors::can_use(*path) ? "" : "this processor has no instructions of " + text;
}

void add_data_options(CLI::App& app, Choices& choices) {
    Config& config = choices.config;
    Options data(app);
    data.flag(
        "--in-memory",
        choices.in_memory,
        "Keep all data in memory (the default unless --db-path is given)"
    );
    data.value("--db-path", choices.db_path, "Store data in DIR/stator.db", "DIR");
    data.choice(
        "--durability",
        config.durability,
        kDurabilities,
        "Durability of acknowledged writes: commit (survive kill -9), fsync (power loss) or relaxed"
    );
    data.flag(
        "--accept-damage",
        config.accept_damage,
        "Start with the readable part of a damaged data file; keep the damaged files"
    );
}

// Adds the options for DynamoDB's behaviour.
void add_behaviour(CLI::App& app, Choices& choices) {
    Config& config = choices.config;
    Options behaviour(app);
    behaviour.with_default(
        "--table-delay-ms",
        choices.table_delay_ms,
        "Time that tables stay CREATING, UPDATING or DELETING, in milliseconds",
        "MILLISECONDS"
    );
    behaviour
        .with_default(
            "--ttl-delay",
            config.ttl_delay_s,
            "Delay between an item's expiry and its deletion, in seconds"
        )
        ->check(seconds_problem);
    behaviour.number(
        "--history-limit",
        config.history_limit_mb,
        0,
        std::uint64_t{1} << 20U,
        "Memory for point-in-time recovery history, in MB; 0 means no limit",
        "MB"
    );
    behaviour
        .value(
            "--behave-like",
            config.behaves_like,
            "Use the error messages of this AWS region instead of the signing region's",
            "REGION"
        )
        ->check(region_problem);
    behaviour.flag(
        "--shared-db", config.shared_regions, "Share one set of tables between all regions"
    );
    behaviour.flag(
        "--delay-transient-statuses",
        config.delays_transient_statuses,
        "Keep global indexes CREATING or DELETING for half a second"
    );
    behaviour
        .value(
            "--vector-kernels",
            config.vector_kernels,
            "CPU instructions for vector search: portable, avx2 or avx512",
            "portable|avx2|avx512"
        )
        ->check(kernels_problem);
    behaviour.value(
        "--seed-from",
        config.seed_from,
        "Load tables from DIR at startup, except those that already exist",
        "DIR"
    );
}

// Adds the options of the process and of its main port.
void add_process(CLI::App& app, Choices& choices) {
    Config& config = choices.config;
    Options server(app, Options::Scope::Server);
    server.number("--port", config.port, 0, 65'535, "Port to listen on; 0 picks a free port");
    server.with_default("--host", config.host, "Address to listen on; * means all interfaces");
    server.value("--cors", config.cors, "Comma-separated origins that browsers may call from");
    server.flag(
        "--regions",
        choices.lists_regions,
        "List the regions whose error messages are recorded, and exit"
    );
    server.flag(
        "--optimize-db-before-startup",
        choices.optimizes,
        "Ignored; accepted for compatibility with DynamoDB Local"
    );
    server.flag(
        "--exit-with-parent",
        config.exits_with_parent,
        "Exit when standard input closes, so that the server never outlives its launcher"
    );
    server.flag(
        "--costume",
        config.wears_costume,
        "Behave like DynamoDB Local towards programs that launch it"
    );
    Options process(app);
    process.value("--threads", config.threads, "Number of server threads")
        ->check(CLI::Range(1, 256));
    process.choice(
        "--log-level",
        config.log_level,
        kLogLevels,
        "Minimum level of the messages logged to standard error: debug, info, warn, error or off"
    );
}

// LocalStack's variables are translated into these options. The help hides them, because users do
// not type them.
void add_probabilities(CLI::App& app, Choices& choices) {
    Options hidden(app, Options::Scope::Everywhere, "");
    const auto add = [&hidden](const std::string& name, double& value) {
        hidden.value(name, value, "")->check(CLI::Range(0.0, 1.0));
    };
    add("--error-probability", choices.error_probability);
    add("--read-error-probability", choices.config.read_error_probability);
    add("--write-error-probability", choices.config.write_error_probability);
}

void add_options(CLI::App& app, Choices& choices) {
    Config& config = choices.config;
    add_process(app, choices);
    add_data_options(app, choices);
    add_behaviour(app, choices);
    add_limit_flags(app, config.limits);
    add_auth_flags(app, config.auth);
    add_access_flags(app, config.access);
    add_tls_flags(app, config.tls);
    add_s3_flags(app, config.s3);
    add_kinesis_flags(app, config.kinesis);
    add_trigger_flags(app, config.triggers);
    add_probabilities(app, choices);
}

CLI::App& declare(CLI::App& app, Choices& choices, std::span<const SubcommandHelp> subcommands) {
    app.get_help_ptr()->configurable(false);
    app.set_version_flag("--version", std::string("stator ") + STATOR_VERSION)->configurable(false);
    app.add_subcommand("serve", "Serve requests, as without a subcommand")->fallthrough();
    for (const SubcommandHelp& subcommand : subcommands) {
        CLI::App* const added = app.add_subcommand(subcommand.name, subcommand.help);
        if (subcommand.is_hidden) added->group("");
    }
    add_options(app, choices);
    return app;
}

// Options without an environment variable: those that only print something, and those that
// represent DynamoDB Local's flags.
constexpr std::array<std::string_view, 5> kWithoutVariable = {
    "help", "version", "regions", "delay-transient-statuses", "optimize-db-before-startup"};

// Assigns STATOR_MAX_MEMORY to --max-memory, and so on, for every option that --help shows.
void name_variables(CLI::App& app) {
    for (CLI::Option* const option : app.get_options()) {
        std::string name = option->get_lnames().empty() ? "" : option->get_lnames().front();
        const bool is_without = std::ranges::find(kWithoutVariable, name) != kWithoutVariable.end();
        if (name.empty() || is_without || option->get_group().empty()) continue;
        for (char& character : name) {
            character = character == '-' ? '_' : static_cast<char>(std::toupper(character));
        }
        option->envname("STATOR_" + name);
    }
}

// The CLI11 parser and the variables that it fills.
struct Parser {
    Choices choices = {};
    CLI::App app{"Stator, a local DynamoDB.", "stator"};
    LaboratoryFlags laboratory;

    explicit Parser(std::span<const SubcommandHelp> subcommands)
        : laboratory(declare(app, choices, subcommands)) {
        name_variables(app);
    }
};

// Chooses between memory and disk. If the command line contains either option, environment
// variables have no effect.
std::optional<EarlyExit> choose_storage(
    Choices& choices, const std::vector<std::string>& arguments
) {
    const bool gives_memory = command_line::gives(arguments, "--in-memory");
    const bool gives_path = command_line::gives(arguments, "--db-path");
    if (gives_memory && !gives_path) choices.db_path.clear();
    if (gives_path && !gives_memory) choices.in_memory = false;
    if (gives_path && choices.db_path.empty()) {
        return EarlyExit{2, "stator: --db-path needs a directory; name one or leave it out.\n"};
    }
    if (choices.in_memory && !choices.db_path.empty()) {
        return EarlyExit{2, "stator: --in-memory and --db-path exclude each other; give one.\n"};
    }
    if (choices.optimizes && choices.db_path.empty()) {
        return EarlyExit{2, "stator: --optimize-db-before-startup needs --db-path; add it.\n"};
    }
    if (!choices.db_path.empty()) choices.config.db_path = choices.db_path;
    return std::nullopt;
}

// Applies DynamoDB Local's defaults: it listens on every address, and stores its data in the
// working directory.
void dress(Choices& choices, const CLI::App& app) {
    Config& config = choices.config;
    config.read_error_probability =
        std::max(config.read_error_probability, choices.error_probability);
    config.write_error_probability =
        std::max(config.write_error_probability, choices.error_probability);
    if (!config.wears_costume) return;
    config.prints_banner = true;
    if (app.count("--host") == 0) config.host = kAllAddresses;
    config.db_path_is_usual = !choices.in_memory && !config.db_path;
    if (config.db_path_is_usual) config.db_path = ".";
}

// Whether compatibility mode is enabled, which must be known before the command line is parsed.
bool is_costume_wanted(const std::vector<std::string>& arguments) {
    const std::string variable = environment_variable("STATOR_COSTUME").value_or("");
    const bool is_set = !variable.empty() && variable != "0" && variable != "false";
    return command_line::gives(arguments, "--costume") || is_set;
}

// Copies the delay into the configuration.
std::optional<EarlyExit> choose_table_delay(Choices& choices) {
    const std::string& text = choices.table_delay_ms;
    const auto delay_ms = protocol::parse_number<std::int64_t>(text);
    if (!delay_ms || *delay_ms < 0 || *delay_ms > kLongestTableDelayMs) {
        return EarlyExit{
            2,
            "stator: --table-delay-ms cannot be '" + text + "': give 0 to " +
                std::to_string(kLongestTableDelayMs) + " milliseconds.\n"};
    }
    choices.config.table_delay_ms = *delay_ms;
    return std::nullopt;
}

// Returns a sentence about options of one group that cannot be combined.
std::optional<std::string> check_families(Config& config) {
    if (auto sentence = check_limit_flags(config.limits)) return sentence;
    if (auto sentence = check_s3_flags(config.s3)) return sentence;
    if (auto sentence = check_kinesis_flags(config.kinesis)) return sentence;
    if (auto sentence = check_trigger_flags(config.triggers)) return sentence;
    if (auto sentence = check_auth_flags(config.auth)) return sentence;
    if (auto sentence = finish_access_flags(config.access)) return sentence;
    return check_tls_flags(config.tls);
}

void forget_environment(CLI::App& app) {
    for (CLI::Option* const option : app.get_options()) option->envname("");
}

// Reads the region and credentials that AWS's SDKs would sign with.
void take_credentials(S3Config& s3) {
    const auto take = [](const char* name, std::string& value) {
        const std::string given = environment_variable(name).value_or("");
        if (!given.empty()) value = given;
    };
    take("AWS_DEFAULT_REGION", s3.region);
    take("AWS_REGION", s3.region);
    take("AWS_ACCESS_KEY_ID", s3.secrets.access_key);
    take("AWS_SECRET_ACCESS_KEY", s3.secrets.secret_key);
    take("AWS_SESSION_TOKEN", s3.secrets.session_token);
}

EarlyExit describe(const CLI::App& app, const CLI::ParseError& error) {
    if (dynamic_cast<const CLI::CallForVersion*>(&error))
        return {0, std::string(error.what()) + "\n"};
    if (dynamic_cast<const CLI::Success*>(&error)) return {0, app.help()};
    return {2, "stator: " + command_line::clause_on(app, error) + "; see stator --help.\n"};
}

const char* text_of(bool value) {
    return value ? "true" : "false";
}

// AWS: DynamoDB Local 2.x, tab-separated. [brave/go-sync#348]
std::string banner(const Config& config, std::uint16_t port) {
    std::string text("Initializing DynamoDB Local with the following configuration:\n");
    const auto line = [&text](std::string_view name, std::string_view value) {
        text.append(name).append(":\t").append(value).append("\n");
    };
    line("Port", std::to_string(port));
    line("InMemory", text_of(!config.db_path));
    line("Version", STATOR_VERSION);
    const bool names_path = config.db_path && !config.db_path_is_usual;
    line("DbPath", names_path ? *config.db_path : "null");
    line("SharedDb", text_of(config.shared_regions));
    line("shouldDelayTransientStatuses", text_of(config.delays_transient_statuses));
    line("CorsParams", config.cors.empty() ? "null" : config.cors);
    return text.append("\n");
}

}  // namespace

std::variant<Config, EarlyExit> parse_command_line(
    const std::vector<std::string>& arguments,
    Environment environment,
    std::span<const SubcommandHelp> subcommands
) {
    const bool is_heeded = environment == Environment::Heeded;
    TranslatedArguments translated = translate_dynamodb_local_flags(arguments);
    if (is_heeded && is_costume_wanted(translated.arguments)) {
        auto options = options_of_localstack(translated.arguments, environment_variable);
        if (const auto* sentence = std::get_if<std::string>(&options)) {
            return EarlyExit{2, "stator: " + *sentence + "\n"};
        }
        auto& given = translated.arguments;
        for (auto& option : std::get<0>(options)) given.push_back(std::move(option));
    }
    Parser parser(subcommands);
    auto& [choices, app, laboratory] = parser;
    Config& config = choices.config;
    config.threads = std::clamp(std::thread::hardware_concurrency(), 1U, 256U);
    if (!is_heeded) forget_environment(app);
    try {
        const auto& given = translated.arguments;
        app.parse(std::vector<std::string>(given.rbegin(), given.rend()));  // CLI11 pops the back
    } catch (const CLI::ParseError& error) {
        return describe(app, error);
    }
    if (choices.lists_regions) return EarlyExit{0, protocol::errors::cohorts_text()};
    if (auto contradiction = choose_storage(choices, translated.arguments)) return *contradiction;
    if (auto misfit = choose_table_delay(choices)) return *misfit;
    if (const auto sentence = check_families(config)) {
        return EarlyExit{2, "stator: " + *sentence + "\n"};
    }
    if (is_heeded) {
        take_credentials(config.s3);
        config.kinesis.secrets = config.s3.secrets;
    }
    auto chosen = laboratory.finish();
    if (const auto* sentence = std::get_if<std::string>(&chosen)) {
        return EarlyExit{2, "stator: " + *sentence + "\n"};
    }
    config.laboratory = std::move(std::get<LaboratoryConfig>(chosen));
    config.prints_banner = translated.speaks_dynamodb_local;
    dress(choices, app);
    if (config.delays_transient_statuses && app.count("--table-delay-ms") == 0) {
        config.index_delay_ms = kTransientStatusDelayMs;
    }
    return config;
}

std::optional<std::string> environment_variable(const std::string& name) {
    const char* const value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

command_line::Command command_tree(std::span<const SubcommandHelp> subcommands) {
    const Parser parser(subcommands);
    return command_line::command_tree(parser.app);
}

std::string usual_endpoint() {
    const std::string endpoint = environment_variable("STATOR_ENDPOINT").value_or("");
    if (!endpoint.empty()) return endpoint;
    const std::string port = environment_variable("STATOR_PORT").value_or("");
    const auto number = protocol::parse_number<std::uint16_t>(port);
    return "http://127.0.0.1:" + (number && *number != 0 ? port : "8000");
}

std::string startup_text(
    const Config& config, std::uint16_t port, std::optional<std::uint16_t> admin_port
) {
    const std::string address = config.host == kAllAddresses ? "127.0.0.1" : config.host;
    const bool is_ipv6 = address.find(':') != std::string::npos;
    const std::string host = "http://" + (is_ipv6 ? "[" + address + "]" : address) + ":";
    std::string text = config.prints_banner ? banner(config, port) : "";
    text.append("Stator is listening on ").append(host).append(std::to_string(port)).append("\n");
    if (admin_port) {
        text.append("The admin API is on ").append(host).append(std::to_string(*admin_port));
        text.append("\n");
    }
    return text;
}

}  // namespace stator::emulator::config
