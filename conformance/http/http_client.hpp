// A client of one endpoint that keeps its connection open between requests. For one thread.
#pragma once

#include <chrono>
#include <memory>

#include "conformance/http/byte_stream.hpp"
#include "conformance/http/endpoint.hpp"
#include "conformance/http/http_message.hpp"

namespace stator::conformance {

class HttpClient {
public:
    HttpClient(Endpoint endpoint, bool is_insecure, std::chrono::milliseconds timeout);

    /// Sends a request, waits for its reply. Throws TransportError when no connection stands, none
    /// comes in time, or the connection ends first; the next request makes a new connection.
    HttpReply send(const HttpRequest& request);

    const Endpoint& endpoint() const { return endpoint_; }

private:
    Endpoint endpoint_;
    bool is_insecure_;
    std::chrono::milliseconds timeout_;
    std::unique_ptr<ByteStream> stream_;
};

}  // namespace stator::conformance
