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

// Opens a TCP connection. Throws TransportError, also if the endpoint requires TLS.
std::unique_ptr<ByteStream> connect_plainly(const Endpoint& endpoint, Deadline deadline);

class HttpClient {
public:
    // `timeout` covers a whole request: connecting, sending, and receiving the reply.
    HttpClient(
        Endpoint endpoint, std::chrono::milliseconds timeout, Connect connect = connect_plainly
    );

    // Sends a request and waits for its reply. Throws TransportError if it cannot connect, no reply
    // arrives in time, or the connection ends first; the next request opens a new connection. The
    // reply's body is read into `memory` (see ReplyReader).
    HttpReply send(const HttpRequest& request, std::string memory = {});

    // Returns the next piece of a body; "" at its end. The piece is valid until the next call.
    using BodySource = std::function<std::string_view()>;

    // Like send() above, for a request whose body is produced piece by piece, so that it is never
    // in memory as a whole. Its headers must contain the length.
    HttpReply send(const HttpRequest& request, const BodySource& body, std::string memory = {});

    const Endpoint& endpoint() const { return endpoint_; }

private:
    Endpoint endpoint_;
    std::chrono::milliseconds timeout_;
    Connect connect_;
    std::unique_ptr<ByteStream> stream_;
};

}  // namespace stator::transport
