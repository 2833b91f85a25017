// AdminClient: sends requests to a Stator server and waits for the replies. Blocking; opens a
// connection for each request. Not thread-safe.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <variant>

#include "transport/http_message.hpp"

namespace stator::tools::client {

// Splits "http://host:8000/u/test-17" into the server and the universe, "/u/test-17". The members
// are views into the URL.
struct Destination {
    std::string_view server;
    std::string_view universe;  // "" for none
};

Destination destination_of(std::string_view url);

// A request to the admin API. A value.
struct AdminCommand {
    std::string method;
    std::string path;       // including its query
    std::string body = {};  // JSON, or "" for none

    bool operator==(const AdminCommand&) const = default;
};

// Credentials for the admin API and trusted certificates.
struct AdminAccess {
    std::string token = {};    // of the admin API; "" for none
    std::string ca_file = {};  // CA certificates for HTTPS, in PEM; "" for the system's
};

class AdminClient {
public:
    // `endpoint`: "http://127.0.0.1:8000". Stops waiting for a reply after `patience`.
    explicit AdminClient(
        std::string endpoint,
        std::chrono::milliseconds patience = std::chrono::minutes(2),
        AdminAccess access = {}
    )
        : endpoint_(std::move(endpoint)), patience_(patience), access_(std::move(access)) {}

    // Returns the reply, or a sentence for the user that says why no reply was received.
    std::variant<transport::HttpReply, std::string> send(const AdminCommand& command) const;

    // Like send(), for any request. Prepends the path of the endpoint's universe to the request's
    // path.
    std::variant<transport::HttpReply, std::string> exchange(transport::HttpRequest request) const;

private:
    const std::string endpoint_;
    const std::chrono::milliseconds patience_;
    const AdminAccess access_;
};

}  // namespace stator::tools::client
