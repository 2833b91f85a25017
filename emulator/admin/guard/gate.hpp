// Gate: decides whether a request may use the admin API or see the console's page.
//
// A web page must not be able to use the API without the developer's knowledge. The Origin header
// identifies a page of another machine. A page can also make the browser resolve its own name to
// this machine (DNS rebinding); then the Host header contains that name. A token identifies clients
// on other machines that are not browsers. Requests to a Unix domain socket always pass, because
// the mode of its file protects it.
//
// Immutable, and therefore thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/http/http_message.hpp"

namespace stator::emulator::admin::guard {

// Required of every API request; "" if no token is required.
using Token = std::string;

struct GateOptions {
    Token token = {};
    // Names of this machine other than those of loopback, without a port.
    std::vector<std::string> names = {};
    // True if the Host header must contain one of these names. Applies only if no token is
    // required.
    bool checks_host = false;
};

// The part of the server that a request uses.
enum class Part : unsigned char {
    Api,   // the admin API, and DynamoDB's API for the console
    Page,  // the console's page, which contains no secrets and prompts for the token
};

class Gate {
public:
    // A gate without options rejects only pages of other machines.
    Gate() = default;

    explicit Gate(GateOptions options) : options_(std::move(options)) {}

    // The error for a request that is rejected; nullopt if it may pass.
    std::optional<http::Reply> refuse(const http::HttpRequest& request, Part part) const;

private:
    bool is_own_name(std::string_view host) const;
    bool allows_origin(const http::HttpRequest& request) const;
    bool has_token(const http::HttpRequest& request) const;

    const GateOptions options_ = {};
};

}  // namespace stator::emulator::admin::guard
