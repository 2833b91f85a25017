// AdminClient: sends requests to a Stator server and waits for the answers. Blocking; opens a
// connection for each request. Not thread-safe.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <variant>

#include "transport/http_message.hpp"

namespace stator::tools::client {

// "http://host:8000/u/test-17" is a server and a universe there, "/u/test-17". Views into the URL.
struct Destination {
    std::string_view server;
    std::string_view universe;  // "" for none
};

Destination destination_of(std::string_view url);

// A request to the admin API. A value.
struct AdminCommand {
    std::string method;
    std::string path;       // with its query
    std::string body = {};  // JSON, or "" for none

    bool operator==(const AdminCommand&) const = default;
};

// What a server may ask for, and what it is believed by.
struct AdminAccess {
    std::string token = {};    // of the admin API; "" for none
    std::string ca_file = {};  // authorities for https, in PEM; "" for the system's
};

class AdminClient {
public:
    // `endpoint`: "http://127.0.0.1:8000". Gives up on an answer that takes longer than `patience`.
    explicit AdminClient(
        std::string endpoint,
        std::chrono::milliseconds patience = std::chrono::minutes(2),
        AdminAccess access = {}
    )
        : endpoint_(std::move(endpoint)), patience_(patience), access_(std::move(access)) {}

    // The answer, or a sentence for the user that says why there is none.
    std::variant<transport::HttpReply, std::string> send(const AdminCommand& command) const;

    // The same for any request; the path of the endpoint's universe goes before its own.
    std::variant<transport::HttpReply, std::string> exchange(transport::HttpRequest request) const;

private:
    const std::string endpoint_;
    const std::chrono::milliseconds patience_;
    const AdminAccess access_;
};

}  // namespace stator::tools::client
