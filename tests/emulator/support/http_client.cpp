#include "tests/emulator/support/http_client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <stdexcept>

#include "emulator/http/header_text.hpp"

namespace stator::testing {
namespace {

constexpr int kPatienceMs = 10'000;

}  // namespace

HttpClient::HttpClient(std::uint16_t port) : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const auto* const generic = reinterpret_cast<const sockaddr*>(&address);
    if (connect(fd_, generic, sizeof(address)) != 0) throw std::runtime_error("no connection");
}

HttpClient::~HttpClient() {
    close(fd_);
}

bool HttpClient::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

bool HttpClient::is_silent_for(int milliseconds) {
    pollfd wanted{fd_, POLLIN, 0};
    return pending_.empty() && poll(&wanted, 1, milliseconds) == 0;
}

bool HttpClient::fill() {
    pollfd wanted{fd_, POLLIN, 0};
    if (poll(&wanted, 1, kPatienceMs) <= 0) return false;
    std::array<char, 65'536> bytes{};
    const ssize_t received = recv(fd_, bytes.data(), bytes.size(), 0);
    if (received <= 0) return false;
    pending_.append(bytes.data(), static_cast<std::size_t>(received));
    return true;
}

HttpReply HttpClient::read_reply(bool has_body) {
    while (pending_.find("\r\n\r\n") == std::string::npos) {
        if (!fill()) return {};
    }
    const std::size_t head_end = pending_.find("\r\n\r\n") + 2;
    HttpReply reply;
    std::string_view head = std::string_view(pending_).substr(0, head_end);
    std::string_view status_line = emulator::http::take_until(head, '\r');
    emulator::http::take_until(status_line, ' ');
    reply.status = std::atoi(std::string(emulator::http::take_until(status_line, ' ')).c_str());
    while (head.size() > 1) {
        std::string_view line = emulator::http::take_until(head, '\r').substr(1);
        std::string name(emulator::http::take_until(line, ':'));
        for (char& c : name) c = emulator::http::ascii_lower(c);
        reply.headers[name] = emulator::http::trimmed(line);
    }
    pending_.erase(0, head_end + 2);
    if (reply.status == 100 || !has_body) return reply;
    const auto length =
        static_cast<std::size_t>(std::atoll(reply.header("content-length").c_str()));
    while (pending_.size() < length) {
        if (!fill()) return {};
    }
    reply.body = pending_.substr(0, length);
    pending_.erase(0, length);
    return reply;
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
