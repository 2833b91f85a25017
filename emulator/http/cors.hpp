// CORS headers, so that browsers may call Stator.
// AWS: any origin is allowed, and the headers echo what the preflight asks for. [case wire/cors]
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emulator/http/http_message.hpp"

namespace stator::emulator::http {

class CorsPolicy {
public:
    // `origins`: a comma-separated allow-list, as for DynamoDB Local's -cors; "" and "*" allow
    // every origin, as AWS does.
    explicit CorsPolicy(std::string_view origins = "*");

    // Header lines for the answer; "" for a request without Origin or from a refused origin.
    std::string header_lines(const HttpRequest& request) const;

    // True for OPTIONS with an Origin, which is answered with 200 whatever the path.
    static bool is_preflight(const HttpRequest& request) {
        return request.method == "OPTIONS" && !request.origin.empty();
    }

private:
    bool allows(std::string_view origin) const;

    std::vector<std::string> origins_;  // empty: every origin
};

}  // namespace stator::emulator::http
