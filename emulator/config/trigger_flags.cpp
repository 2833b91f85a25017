#include "emulator/config/trigger_flags.hpp"

#include "emulator/base/file_text.hpp"
#include "emulator/command_line/options.hpp"

namespace stator::emulator::config {

void add_trigger_flags(CLI::App& app, TriggerConfig& config) {
    command_line::Options triggers(app);
    triggers.value(
        "--triggers",
        config.file,
        "JSON file that maps table streams to functions (triggers)",
        "FILE"
    );
    triggers.with_default(
        "--trigger-dir",
        config.directory,
        "Directory for records that triggers failed to process",
        "DIR"
    );
    triggers.value(
        "--trigger-ca",
        config.authorities,
        "CA certificates for https trigger URLs (PEM; default: the system's)",
        "FILE"
    );
    triggers.flag(
        "--trigger-commands",
        config.allows_commands,
        "Allow triggers set through the admin API to run commands"
    );
}

std::optional<std::string> check_trigger_flags(const TriggerConfig& config) {
    if (config.authorities.empty()) return std::nullopt;
    const auto text = file_text(config.authorities, "The file of --trigger-ca");
    if (text.has_error()) return text.error().sentence;
    if (text->find("-----BEGIN") != std::string::npos) return std::nullopt;
    return "The file of --trigger-ca, '" + config.authorities + "', has no certificates as PEM.";
}

}  // namespace stator::emulator::config
