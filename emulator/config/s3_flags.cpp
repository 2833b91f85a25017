#include "emulator/config/s3_flags.hpp"

#include "transport/endpoint.hpp"

namespace stator::emulator::config {

void add_s3_flags(CLI::App& app, S3Config& config) {
    app.add_option("--s3-dir", config.directory, "Directory whose folders are S3's buckets")
        ->type_name("DIR")
        ->capture_default_str();
    app.add_option("--s3-endpoint", config.endpoint, "Server of S3 instead, as http://host:port")
        ->type_name("URL");
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
