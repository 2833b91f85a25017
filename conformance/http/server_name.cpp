#include "conformance/http/server_name.hpp"

#include <string_view>

namespace stator::conformance {
namespace {

constexpr std::string_view kDynamoDb = "dynamodb.";
constexpr std::string_view kAmazon = ".amazonaws.com";

}  // namespace

bool is_loopback(const transport::Endpoint& endpoint) {
    return endpoint.host == "localhost" || endpoint.host.starts_with("127.") ||
           endpoint.host == "::1";
}

bool is_amazon(const transport::Endpoint& endpoint) {
    const std::string_view host = endpoint.host;
    return host.starts_with(kDynamoDb) && host.ends_with(kAmazon) &&
           host.size() > kDynamoDb.size() + kAmazon.size();
}

transport::Endpoint streams_endpoint(const transport::Endpoint& endpoint) {
    transport::Endpoint streams = endpoint;
    if (is_amazon(endpoint)) streams.host.insert(0, "streams.");
    return streams;
}

std::optional<std::string> region_of(const transport::Endpoint& endpoint) {
    if (!is_amazon(endpoint)) return std::nullopt;
    const std::size_t length = endpoint.host.size() - kDynamoDb.size() - kAmazon.size();
    return endpoint.host.substr(kDynamoDb.size(), length);
}

}  // namespace stator::conformance
