// CORS headers, so that browsers may call Stator.
// AWS: any origin is allowed, and the headers repeat the preflight's values. [case wire/cors]
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emulator/http/http_message.hpp"

namespace stator::emulator::http {

class CorsPolicy {
public:
    // `origins`: a comma-separated list of allowed origins, as for DynamoDB Local's -cors; like on
    // AWS, "" and "*" allow every origin.
    explicit CorsPolicy(std::string_view origins = "*");

    // Returns header lines for the reply; "" for a request without Origin or from a disallowed
    // origin.
    std::string header_lines(const HttpRequest& request) const;

    // True for OPTIONS with an Origin, which is answered with 200 for every path.
    static bool is_preflight(const HttpRequest& request) {
        return request.method == "OPTIONS" && !request.origin.empty();
    }

private:
    bool allows(std::string_view origin) const;

    std::vector<std::string> origins_;  // empty: every origin is allowed
};

}  // namespace stator::emulator::http
