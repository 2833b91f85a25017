// CORS headers, so that browsers may call Stator.
// AWS: any origin, echoes of what the preflight asks for. [case wire/cors]
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emulator/http/http_message.hpp"

namespace stator::emulator::http {

class CorsPolicy {
public:
    // `origins`: a comma-separated allow-list as DynamoDB Local's -cors takes it; "" and "*"
    // allow everybody, as AWS does.
    explicit CorsPolicy(std::string_view origins = "*");

    // Header lines for the answer; "" for a request without Origin or from a refused origin.
    std::string header_lines(const HttpRequest& request) const;

    // OPTIONS with an Origin, which is answered 200 whatever the path.
    static bool is_preflight(const HttpRequest& request) {
        return request.method == "OPTIONS" && !request.origin.empty();
    }

private:
    bool allows(std::string_view origin) const;

    std::vector<std::string> origins_;  // empty: everybody
};

}  // namespace stator::emulator::http
