// ApiClient: speaks DynamoDB's protocol with the judged server as an SDK would, but retries and
// hides nothing. Not thread-safe.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "conformance/http/signature.hpp"
#include "transport/endpoint.hpp"
#include "transport/http_client.hpp"

namespace stator::conformance {

/// The judged server and how to reach it.
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

    /// From now on requests are signed for `region`, at first for the target's.
    void sign_for(std::string region) { region_ = std::move(region); }

    /// Sends a signed call of a DynamoDB or DynamoDB Streams operation. Throws TransportError.
    transport::HttpReply call(std::string_view operation, std::string body);

    /// Sends a request as it is, signed or not, to the service that its X-Amz-Target names. Throws
    /// TransportError.
    transport::HttpReply send(transport::HttpRequest request, bool is_signed);

private:
    const Target& target_;
    std::string region_;
    transport::HttpClient client_;
    transport::HttpClient streams_client_;
};

/// The error in a reply that refuses a call.
struct ApiFailure {
    std::string full_type;  // as in `__type`
    std::string type;       // without the part before `#`
    std::string message;
};

/// Reads `__type` and the message; empty texts where the body has none.
ApiFailure read_failure(const transport::HttpReply& reply);

}  // namespace stator::conformance
