#include "tests/histories/raw_client.hpp"

#include <chrono>

#include "transport/reply_reader.hpp"

namespace stator::testing {

std::size_t RawClient::RecordedStream::read_some(
    std::span<char> buffer, transport::Deadline deadline
) {
    const std::size_t count = SocketStream::read_some(buffer, deadline);
    bytes_.append(buffer.data(), count);
    return count;
}

transport::Deadline RawClient::deadline() {
    return std::chrono::steady_clock::now() + std::chrono::seconds(60);
}

RawClient::RawClient(std::uint16_t port) : endpoint_{false, "127.0.0.1", std::to_string(port)} {
    connect();
}

std::string RawClient::exchange(const std::string& request) {
    std::string bytes;
    try {
        stream_->write(request, deadline());
        transport::read_reply(*stream_, false, deadline());
        bytes = stream_->take_bytes();
    } catch (const transport::TransportError&) {
        bytes = stream_->take_bytes();
        connect();
    }
    return bytes;
}

}  // namespace stator::testing
