#include "emulator/config/kinesis_flags.hpp"

#include "emulator/command_line/options.hpp"
#include "transport/endpoint.hpp"

namespace stator::emulator::config {

void add_kinesis_flags(CLI::App& app, KinesisConfig& config) {
    command_line::Options kinesis(app);
    kinesis.with_default(
        "--kinesis-dir",
        config.directory,
        "Directory for records sent to Kinesis data streams; one file per stream",
        "DIR"
    );
    kinesis.value(
        "--kinesis-endpoint",
        config.endpoint,
        "Send Kinesis records to a server at URL instead of --kinesis-dir",
        "URL"
    );
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
