#include "tests/support/scripted_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace stator::testing {
namespace {

constexpr int kTickMs = 10;

// The value of a header, written exactly as `name`.
std::string header(const std::string& head, const std::string& name) {
    const std::size_t start = head.find("\r\n" + name + ": ");
    if (start == std::string::npos) return "";
    const std::size_t value = start + name.size() + 4;
    return head.substr(value, head.find("\r\n", value) - value);
}

}  // namespace

ScriptedServer::ScriptedServer(Script script)
    : script_(std::move(script)), listener_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof(address);
    if (bind(listener_, generic, size) != 0) std::abort();
    listen(listener_, 64);
    getsockname(listener_, generic, &size);
    port_ = ntohs(address.sin_port);
    acceptor_ = std::jthread([this] { accept_connections(); });
}

ScriptedServer::~ScriptedServer() {
    is_stopping_ = true;
    acceptor_.join();
    connections_.clear();
    close(listener_);
}

void ScriptedServer::accept_connections() {
    while (!is_stopping_) {
        pollfd wanted{listener_, POLLIN, 0};
        if (poll(&wanted, 1, kTickMs) <= 0) continue;
        const int connection = accept(listener_, nullptr, nullptr);
        ++connection_count_;
        connections_.emplace_back([this, connection] {
            serve(connection);
            close(connection);
        });
    }
}

void ScriptedServer::serve(int connection) {
    std::string pending;
    while (!is_stopping_) {
        pollfd wanted{connection, POLLIN, 0};
        if (poll(&wanted, 1, kTickMs) <= 0) continue;
        std::array<char, 65'536> bytes{};
        const ssize_t count = recv(connection, bytes.data(), bytes.size(), 0);
        if (count <= 0) return;
        pending.append(bytes.data(), static_cast<std::size_t>(count));
        const std::size_t head_end = pending.find("\r\n\r\n");
        if (head_end == std::string::npos) continue;
        ScriptedRequest request;
        request.head = pending.substr(0, head_end + 2);
        const std::string length = header(request.head, "Content-Length");
        const std::size_t size = std::strtoull(length.c_str(), nullptr, 10);
        if (pending.size() < head_end + 4 + size) continue;
        request.body = pending.substr(head_end + 4, size);
        pending.erase(0, head_end + 4 + size);
        const std::string target = header(request.head, "X-Amz-Target");
        request.target = target.substr(target.find('.') + 1);
        const std::optional<std::string> reply = script_(request);
        if (!reply) return;
        send(connection, reply->data(), reply->size(), MSG_NOSIGNAL);
        if (!reply->empty() && header(request.head, "Connection") == "close") return;
    }
}

std::string json_reply(int status, const std::string& body) {
    return "HTTP/1.1 " + std::to_string(status) +
           " X\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string error_reply(const std::string& type, const std::string& message) {
    return json_reply(
        400,
        R"({"__type":"com.amazonaws.dynamodb.v20120810#)" + type + R"(","message":")" + message +
            R"("})"
    );
}

}  // namespace stator::testing
