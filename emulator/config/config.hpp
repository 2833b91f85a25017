// Config: the settings from the command line and the environment. A value.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "emulator/base/log.hpp"
#include "emulator/command_line/command_tree.hpp"
#include "emulator/config/access_flags.hpp"
#include "emulator/config/auth_flags.hpp"
#include "emulator/config/kinesis_flags.hpp"
#include "emulator/config/laboratory_flags.hpp"
#include "emulator/config/limit_flags.hpp"
#include "emulator/config/s3_flags.hpp"
#include "emulator/config/tls_flags.hpp"
#include "emulator/config/trigger_flags.hpp"
#include "engine/persistence/data_file.hpp"

namespace stator::emulator::config {

struct Config {
    std::string host = "127.0.0.1";  // "*" for all addresses of the machine
    std::uint16_t port = 8000;
    unsigned threads = 1;
    std::optional<std::string> db_path;  // nullopt: in memory
    engine::persistence::Durability durability = engine::persistence::Durability::Commit;
    bool accept_damage = false;  // replace a damaged data file with its readable rows
    std::int64_t table_delay_ms = 0;
    // For global indexes that are created or deleted; the same as for tables if nullopt.
    std::optional<std::int64_t> index_delay_ms = {};
    double ttl_delay_s = 2;                // from an item's expiry to its deletion
    std::uint64_t history_limit_mb = 256;  // of point-in-time recovery; 0 means no limit
    bool shared_regions = false;           // every region sees the same tables, as with -sharedDb
    std::string behaves_like;        // region of the message wording; "" for the request's region
    std::string cors;                // allowed origins; "" for all
    std::string vector_kernels;      // "portable", "avx2" or "avx512"; "" for the fastest
    bool exits_with_parent = false;  // stop when standard input ends
    LogLevel log_level = LogLevel::Info;
    LaboratoryConfig laboratory;
    AuthConfig auth;
    LimitConfig limits;
    AccessConfig access;
    TlsConfig tls;
    S3Config s3;  // of exports and imports
    KinesisConfig kinesis;
    TriggerConfig triggers;
    std::string seed_from;  // a folder of initial tables; "" for none

    // Compatibility mode, for programs that start DynamoDB Local: docs/COSTUME.md.
    bool wears_costume = false;
    // db_path is the working directory by default; the banner then shows null.
    bool db_path_is_usual = false;
    // Probability of random throttling, from LocalStack's variables.
    double read_error_probability = 0;
    double write_error_probability = 0;

    // Print DynamoDB Local's banner, because Stator was started with that program's flags.
    bool prints_banner = false;
    bool delays_transient_statuses = false;
};

// Ends the process before it serves: it prints help or the version on stdout and exits with 0, or
// prints a sentence on stderr and exits with 2.
struct EarlyExit {
    int code = 0;
    std::string text;
};

// Whether environment variables also count as options.
enum class Environment : unsigned char { Heeded, Ignored };

// A subcommand, which the caller carries out.
struct SubcommandHelp {
    const char* name;
    const char* help;
    bool is_hidden = false;  // not shown in the help
};

// `arguments` exclude the program's name. A flag takes precedence over its environment variable
// (STATOR_PORT for --port). On the command line, --in-memory takes precedence over STATOR_DB_PATH,
// and --db-path over STATOR_IN_MEMORY.
std::variant<Config, EarlyExit> parse_command_line(
    const std::vector<std::string>& arguments,
    Environment environment = Environment::Heeded,
    std::span<const SubcommandHelp> subcommands = {}
);

// Returns the options and subcommands, for completions. The options of the subcommands are declared
// elsewhere.
command_line::Command command_tree(std::span<const SubcommandHelp> subcommands);

// Returns the default server of `stator ctl`: STATOR_ENDPOINT, or on this machine STATOR_PORT or
// the default port.
std::string usual_endpoint();

// Returns an environment variable; nullopt if it is not set. Only this module reads the
// environment.
std::optional<std::string> environment_variable(const std::string& name);

// Returns the output for the start of serving: DynamoDB Local's banner if requested, one line, and
// a second line if the admin API has its own port.
std::string startup_text(
    const Config& config, std::uint16_t port, std::optional<std::uint16_t> admin_port = {}
);

}  // namespace stator::emulator::config
