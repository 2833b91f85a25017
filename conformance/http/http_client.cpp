#include "conformance/http/http_client.hpp"

#include <utility>

#include "conformance/http/http_reply_reader.hpp"

namespace stator::conformance {

HttpClient::HttpClient(Endpoint endpoint, bool is_insecure, std::chrono::milliseconds timeout)
    : endpoint_(std::move(endpoint)), is_insecure_(is_insecure), timeout_(timeout) {}

HttpReply HttpClient::send(const HttpRequest& request) {
    const Deadline deadline = std::chrono::steady_clock::now() + timeout_;
    // Out of the member while it is in use, so that an exception leaves no half-read connection.
    std::unique_ptr<ByteStream> stream = std::move(stream_);
    if (stream == nullptr || !stream->is_idle()) {
        stream = connect(endpoint_, is_insecure_, deadline);
    }
    const bool is_whole = stream->write(to_bytes(request, host_header(endpoint_)), deadline);
    ReadReply result = read_reply(*stream, request.method == "HEAD", deadline);
    if (is_whole && result.keeps_alive) stream_ = std::move(stream);
    return std::move(result.reply);
}

}  // namespace stator::conformance
