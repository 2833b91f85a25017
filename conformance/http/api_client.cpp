#include "conformance/http/api_client.hpp"

#include <ctime>
#include <utility>

#include "conformance/base/json.hpp"
#include "conformance/http/operation_names.hpp"
#include "conformance/http/server_name.hpp"
#include "transport/tls_stream.hpp"

namespace stator::conformance {
namespace {

constexpr std::string_view kDynamoDb = "DynamoDB_20120810";
constexpr std::string_view kStreams = "DynamoDBStreams_20120810";

std::string text_member(const Json& body, std::string_view name) {
    const Json* member = find_member(body, name);
    return member != nullptr && member->IsString() ? std::string(text_of(*member)) : "";
}

}  // namespace

ApiClient::ApiClient(const Target& target)
    : target_(target),
      region_(target.region),
      client_(
          target.endpoint, target.timeout, transport::connector({.is_insecure = target.is_insecure})
      ),
      streams_client_(
          streams_endpoint(target.endpoint),
          target.timeout,
          transport::connector({.is_insecure = target.is_insecure})
      ) {}

transport::HttpReply ApiClient::call(std::string_view operation, std::string body) {
    const std::string_view service = is_streams_operation(operation) ? kStreams : kDynamoDb;
    transport::HttpRequest request;
    request.headers = {
        {"X-Amz-Target", std::string(service) + "." + std::string(operation)},
        {"Content-Type", "application/x-amz-json-1.0"},
    };
    request.body = std::move(body);
    return send(std::move(request), true);
}

transport::HttpReply ApiClient::send(transport::HttpRequest request, bool is_signed) {
    const std::string* target = transport::find_header(request.headers, "X-Amz-Target");
    const bool is_for_streams = target != nullptr && target->starts_with(kStreams);
    transport::HttpClient& client = is_for_streams ? streams_client_ : client_;
    if (is_signed) {
        const std::string host = transport::host_header(client.endpoint());
        sign(request, host, target_.credentials, {region_}, std::time(nullptr));
    }
    return client.send(request);
}

ApiFailure read_failure(const transport::HttpReply& reply) {
    ApiFailure failure;
    try {
        const JsonDocument body = parse_json(reply.body);
        failure.full_type = text_member(body, "__type");
        failure.type = failure.full_type.substr(failure.full_type.rfind('#') + 1);
        failure.message = text_member(body, "message");
        if (failure.message.empty()) failure.message = text_member(body, "Message");
    } catch (const JsonError&) {
        // Not a DynamoDB reply; the caller shows its status.
    }
    return failure;
}

}  // namespace stator::conformance
