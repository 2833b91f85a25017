#include "emulator/config/trigger_flags.hpp"

#include "emulator/base/file_text.hpp"

namespace stator::emulator::config {

void add_trigger_flags(CLI::App& app, TriggerConfig& config) {
    app.add_option("--triggers", config.file, "File of functions that streams call, as JSON")
        ->type_name("FILE");
    app.add_option("--trigger-dir", config.directory, "Directory of what triggers gave up")
        ->type_name("DIR")
        ->capture_default_str();
    app.add_option(
           "--trigger-ca",
           config.authorities,
           "Certificates (PEM) to trust at https URLs of triggers, instead of the system's"
    )
        ->type_name("FILE");
    app.add_flag(
        "--trigger-commands", config.allows_commands, "Let the admin API name commands as functions"
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
