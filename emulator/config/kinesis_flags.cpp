#include "emulator/config/kinesis_flags.hpp"

#include "transport/endpoint.hpp"

namespace stator::emulator::config {

void add_kinesis_flags(CLI::App& app, KinesisConfig& config) {
    app.add_option(
           "--kinesis-dir",
           config.directory,
           "Directory whose files get what tables send to Kinesis data streams"
    )
        ->type_name("DIR")
        ->capture_default_str();
    app.add_option(
           "--kinesis-endpoint", config.endpoint, "Server of Kinesis instead, as http://host:port"
    )
        ->type_name("URL");
}

std::optional<std::string> check_kinesis_flags(const KinesisConfig& config) {
    if (config.endpoint.empty()) return std::nullopt;
    const auto endpoint = transport::parse_endpoint(config.endpoint);
    if (endpoint && !endpoint->is_tls) return std::nullopt;
    return "--kinesis-endpoint cannot be '" + config.endpoint +
           "': give the address of a server that speaks Kinesis over plain HTTP, as "
           "http://127.0.0.1:4568.";
}

}  // namespace stator::emulator::config
