// ApiClient: sends requests to the judged server in DynamoDB's protocol, like an SDK, but retries
// and hides nothing. Not thread-safe.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "conformance/http/signature.hpp"
#include "transport/endpoint.hpp"
#include "transport/http_client.hpp"

namespace stator::conformance {

/// The judged server and its connection settings.
struct Target {
    transport::Endpoint endpoint;
    bool is_insecure = false;  // accept any TLS certificate
    std::chrono::milliseconds timeout{30'000};
    Credentials credentials;
    std::string region;
};

class ApiClient {
public:
    explicit ApiClient(const Target& target);

    /// Signs later requests for `region`. The default is the target's region.
    void sign_for(std::string region) { region_ = std::move(region); }

    /// Sends a signed call of a DynamoDB or DynamoDB Streams operation. Throws TransportError.
    transport::HttpReply call(std::string_view operation, std::string body);

    /// Sends a request unchanged, signed or not, to the service in its X-Amz-Target. Throws
    /// TransportError.
    transport::HttpReply send(transport::HttpRequest request, bool is_signed);

private:
    const Target& target_;
    std::string region_;
    transport::HttpClient client_;
    transport::HttpClient streams_client_;
};

/// The error in a reply to a rejected request.
struct ApiFailure {
    std::string full_type;  // as in `__type`
    std::string type;       // without the part before `#`
    std::string message;
};

/// Reads `__type` and the message; "" if the body lacks them.
ApiFailure read_failure(const transport::HttpReply& reply);

}  // namespace stator::conformance
