#include "emulator/config/s3_flags.hpp"

#include "emulator/command_line/options.hpp"
#include "transport/endpoint.hpp"

namespace stator::emulator::config {

void add_s3_flags(CLI::App& app, S3Config& config) {
    command_line::Options s3(app);
    s3.with_default(
        "--s3-dir",
        config.directory,
        "Directory used as S3 for imports and exports; each subfolder is a bucket",
        "DIR"
    );
    s3.value(
        "--s3-endpoint",
        config.endpoint,
        "Use an S3-compatible server at URL instead of --s3-dir",
        "URL"
    );
}

std::optional<std::string> check_s3_flags(const S3Config& config) {
    if (config.endpoint.empty()) return std::nullopt;
    const auto endpoint = transport::parse_endpoint(config.endpoint);
    if (endpoint && !endpoint->is_tls) return std::nullopt;
    return "--s3-endpoint cannot be '" + config.endpoint +
           "': give the address of a server that speaks S3 over plain HTTP, as "
           "http://127.0.0.1:9000.";
}

}  // namespace stator::emulator::config
