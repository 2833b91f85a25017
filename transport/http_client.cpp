#include "transport/http_client.hpp"

#include <utility>

#include "transport/reply_reader.hpp"
#include "transport/socket_stream.hpp"

namespace stator::transport {

std::unique_ptr<ByteStream> connect_plainly(const Endpoint& endpoint, Deadline deadline) {
    if (endpoint.is_tls) throw TransportError("https is not spoken here");
    return std::make_unique<SocketStream>(endpoint, deadline);
}

HttpClient::HttpClient(Endpoint endpoint, std::chrono::milliseconds timeout, Connect connect)
    : endpoint_(std::move(endpoint)), timeout_(timeout), connect_(std::move(connect)) {}

HttpReply HttpClient::send(const HttpRequest& request, std::string memory) {
    return send(
        request, [] { return std::string_view(); }, std::move(memory)
    );
}

HttpReply HttpClient::send(const HttpRequest& request, const BodySource& body, std::string memory) {
    const Deadline deadline = std::chrono::steady_clock::now() + timeout_;
    // Moved out of the member while in use, so that an exception does not leave a half-read
    // connection.
    std::unique_ptr<ByteStream> stream = std::move(stream_);
    if (stream == nullptr || !stream->is_idle()) stream = connect_(endpoint_, deadline);
    bool is_whole = stream->write(to_bytes(request, host_header(endpoint_)), deadline);
    while (is_whole) {
        const std::string_view piece = body();
        if (piece.empty()) break;
        is_whole = stream->write(piece, deadline);
    }
    ReadReply result = read_reply(*stream, request.method == "HEAD", deadline, std::move(memory));
    if (is_whole && result.keeps_alive) stream_ = std::move(stream);
    return std::move(result.reply);
}

}  // namespace stator::transport
