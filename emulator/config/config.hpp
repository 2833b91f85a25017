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
    std::optional<std::string> db_path;  // nothing: in memory
    engine::persistence::Durability durability = engine::persistence::Durability::Commit;
    bool accept_damage = false;  // replace a damaged data file with its readable rows
    std::int64_t table_delay_ms = 0;
    // Of global indexes that are added or deleted; as of tables unless given.
    std::optional<std::int64_t> index_delay_ms = {};
    double ttl_delay_s = 2;                // how long an expired item stays
    std::uint64_t history_limit_mb = 256;  // of point-in-time recovery; 0 for no limit
    bool shared_regions = false;           // every region sees the same tables, as with -sharedDb
    std::string behaves_like;    // region whose words answers are in; "" for that of the request
    std::string cors;            // allowed origins; "" for all
    std::string vector_kernels;  // "portable", "avx2" or "avx512"; "" for the fastest
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
    std::string seed_from;  // a folder of tables to begin with; "" for none

    // Stand in for DynamoDB Local towards programs that start it: docs/COSTUME.md.
    bool wears_costume = false;
    // db_path is the working directory because nobody named one; the banner then says null.
    bool db_path_is_usual = false;
    // How often requests are throttled at random, as LocalStack's variables say it.
    double read_error_probability = 0;
    double write_error_probability = 0;

    // Print DynamoDB Local's banner, because Stator was started with that program's flags.
    bool prints_banner = false;
    bool delays_transient_statuses = false;
};

// The process ends instead of serving: it prints help or the version on stdout and exits with 0, or
// prints a sentence on stderr and exits with 2.
struct EarlyExit {
    int code = 0;
    std::string text;
};

// Whether the environment's variables count as options, too.
enum class Environment : unsigned char { Heeded, Ignored };

// A subcommand that the caller carries out.
struct SubcommandHelp {
    const char* name;
    const char* help;
    bool is_hidden = false;  // from the help
};

// `arguments` without the program's name. A flag beats the environment variable of its name
// (STATOR_PORT for --port); --in-memory on the command line beats STATOR_DB_PATH and vice versa.
std::variant<Config, EarlyExit> parse_command_line(
    const std::vector<std::string>& arguments,
    Environment environment = Environment::Heeded,
    std::span<const SubcommandHelp> subcommands = {}
);

// The options and subcommands, for completions; those of the subcommands themselves are declared
// elsewhere.
command_line::Command command_tree(std::span<const SubcommandHelp> subcommands);

// The server that `stator ctl` talks to unless told otherwise: STATOR_ENDPOINT, or on this machine
// STATOR_PORT or the default port.
std::string usual_endpoint();

// An environment variable; nothing when it is not set. Here because nothing else reads them.
std::optional<std::string> environment_variable(const std::string& name);

// What Stator prints once it accepts connections: DynamoDB Local's banner if asked for, one line,
// and a second line when the admin API has a port of its own.
std::string startup_text(
    const Config& config, std::uint16_t port, std::optional<std::uint16_t> admin_port = {}
);

}  // namespace stator::emulator::config
