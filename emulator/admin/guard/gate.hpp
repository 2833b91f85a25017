// Gate: judges whether a request may use the admin API or see the console's page.
//
// A web page must not be able to do so behind a developer's back. A page of another machine is told
// by its Origin; one that has made the browser take its own name for this machine (DNS rebinding)
// by the Host, which then is that name. Whoever comes from another machine without a browser is
// told by a token. A Unix socket is guarded by its file's mode, and its requests pass.
//
// Constant, and therefore thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/http/http_message.hpp"

namespace stator::emulator::admin::guard {

// Asked of every request; "" for none.
using Token = std::string;

struct GateOptions {
    Token token = {};
    // Names of this machine besides those of loopback, without a port.
    std::vector<std::string> names = {};
    // Whether the Host has to be one of these names, where no token is asked for.
    bool checks_host = false;
};

// What a request asks for.
enum class Part : unsigned char {
    Api,   // the admin API, and DynamoDB's as the console asks it
    Page,  // the console's page, which holds nothing secret and is where a token is asked for
};

class Gate {
public:
    // Without options: one that lets everybody in but the pages of other machines.
    Gate() = default;

    explicit Gate(GateOptions options) : options_(std::move(options)) {}

    // The reply to a request that may not pass; nothing for one that may.
    std::optional<http::Reply> refuse(const http::HttpRequest& request, Part part) const;

private:
    bool is_own_name(std::string_view host) const;
    bool allows_origin(const http::HttpRequest& request) const;
    bool has_token(const http::HttpRequest& request) const;

    const GateOptions options_ = {};
};

}  // namespace stator::emulator::admin::guard
