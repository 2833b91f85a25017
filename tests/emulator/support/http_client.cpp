#include "tests/emulator/support/http_client.hpp"

namespace stator::testing {
namespace {

transport::Deadline in(std::chrono::milliseconds patience) {
    return std::chrono::steady_clock::now() + patience;
}

constexpr std::chrono::seconds kPatience{10};

}  // namespace

HttpClient::HttpClient(std::uint16_t port, const std::string& address)
    : stream_({false, address, std::to_string(port)}, in(kPatience)) {}

bool HttpClient::send(std::string_view bytes) {
    return stream_.write(bytes, in(kPatience));
}

HttpReply HttpClient::read_reply(bool has_body) {
    try {
        return {reader_.read(!has_body, in(kPatience)).reply};
    } catch (const transport::TransportError&) {
        return {};
    }
}

bool HttpClient::is_closed() {
    try {
        return reader_.is_at_end(in(kPatience));
    } catch (const transport::TransportError&) {
        return true;
    }
}

bool HttpClient::is_silent_for(int milliseconds) {
    try {
        reader_.is_at_end(in(std::chrono::milliseconds(milliseconds)));
        return false;
    } catch (const transport::TimeoutError&) {
        return true;
    }
}

std::string api_call(std::string_view operation, std::string_view body, std::string_view headers) {
    std::string call("POST / HTTP/1.1\r\nHost: localhost:8000\r\n");
    call.append("X-Amz-Target: DynamoDB_20120810.").append(operation).append("\r\n");
    call.append("Content-Type: application/x-amz-json-1.0\r\n");
    call.append("X-Amz-Date: 20261121T000000Z\r\n");
    call.append("Authorization: ").append(kAuthorization).append("\r\n").append(headers);
    if (headers.find("Transfer-Encoding") == std::string_view::npos &&
        headers.find("Content-Length") == std::string_view::npos) {
        call.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n");
    }
    return call.append("\r\n").append(body);
}

}  // namespace stator::testing
