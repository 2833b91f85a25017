#include "conformance/target.hpp"

#include <cstdlib>

#include "conformance/http/server_name.hpp"

namespace stator::conformance {
namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

Credentials find_credentials(const transport::Endpoint& endpoint) {
    Credentials credentials{
        environment("AWS_ACCESS_KEY_ID"),
        environment("AWS_SECRET_ACCESS_KEY"),
        environment("AWS_SESSION_TOKEN")};
    const bool is_whole =
        !credentials.access_key_id.empty() && !credentials.secret_access_key.empty();
    if (is_whole) return credentials;
    if (is_loopback(endpoint)) return {"test", "test", ""};
    throw CannotRun("set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to run against that endpoint");
}

}  // namespace

std::string find_region(const Options& options, const transport::Endpoint& endpoint) {
    if (!options.region.empty()) return options.region;
    if (const auto region = region_of(endpoint)) return *region;
    for (const char* name : {"AWS_REGION", "AWS_DEFAULT_REGION"}) {
        if (std::string region = environment(name); !region.empty()) return region;
    }
    return "eu-west-2";  // the region that the cases describe
}

Target find_target(const Options& options, std::string_view option, const std::string& url) {
    const std::optional<transport::Endpoint> endpoint = transport::parse_endpoint(url);
    if (!endpoint)
        throw CannotRun(std::string(option) + " " + url + " is not http[s]://HOST[:PORT]");
    Target target;
    target.endpoint = *endpoint;
    target.is_insecure = options.is_insecure;
    target.timeout = std::chrono::seconds(options.timeout_seconds);
    target.credentials = find_credentials(*endpoint);
    target.region = find_region(options, *endpoint);
    return target;
}

}  // namespace stator::conformance
