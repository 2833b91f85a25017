// An HTTP server on its own port whose replies are defined by a test. It closes the connection
// after the reply if the request has "Connection: close".
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace stator::testing {

struct ScriptedRequest {
    std::string head;
    std::string target;  // the operation of X-Amz-Target
    std::string body;
};

class ScriptedServer {
public:
    // Returns the bytes of the reply. If it returns nullopt, the connection is closed; if it
    // returns "", no reply is sent.
    using Script = std::function<std::optional<std::string>(const ScriptedRequest&)>;

    explicit ScriptedServer(Script script);
    ~ScriptedServer();
    ScriptedServer(const ScriptedServer&) = delete;
    ScriptedServer& operator=(const ScriptedServer&) = delete;

    std::uint16_t port() const { return port_; }

    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

    int connection_count() const { return connection_count_; }

private:
    void accept_connections();
    void serve(int connection);

    Script script_;
    int listener_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<bool> is_stopping_{false};
    std::atomic<int> connection_count_{0};
    std::vector<std::jthread> connections_;
    std::jthread acceptor_;
};

// A whole JSON reply.
std::string json_reply(int status, const std::string& body);

// An error reply in DynamoDB's format.
std::string error_reply(const std::string& type, const std::string& message);

}  // namespace stator::testing
