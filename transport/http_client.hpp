// A client of one endpoint that keeps its connection open between requests. Blocking, not
// thread-safe.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "transport/byte_stream.hpp"
#include "transport/endpoint.hpp"
#include "transport/http_message.hpp"

namespace stator::transport {

// Opens a TCP connection. Throws TransportError, also for an endpoint that needs TLS.
std::unique_ptr<ByteStream> connect_plainly(const Endpoint& endpoint, Deadline deadline);

class HttpClient {
public:
    // `timeout` covers a whole request: connecting, sending, and receiving the reply.
    HttpClient(
        Endpoint endpoint, std::chrono::milliseconds timeout, Connect connect = connect_plainly
    );

    // Sends a request and waits for its reply. Throws TransportError when it cannot connect,
    // no reply comes in time, or the connection ends first; the next request makes a new
    // connection. The reply's body is read into `memory` (ReplyReader).
    HttpReply send(const HttpRequest& request, std::string memory = {});

    // The next piece of a body; "" at its end. Borrowed until the next call.
    using BodySource = std::function<std::string_view()>;

    // The same for a request whose body comes piece by piece, so that nobody holds it as a whole.
    // Its headers say how long it is.
    HttpReply send(const HttpRequest& request, const BodySource& body, std::string memory = {});

    const Endpoint& endpoint() const { return endpoint_; }

private:
    Endpoint endpoint_;
    std::chrono::milliseconds timeout_;
    Connect connect_;
    std::unique_ptr<ByteStream> stream_;
};

}  // namespace stator::transport
