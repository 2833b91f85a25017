// Credentials: who signs a request, read from the SigV4 header or the presigned query string.
//
// Pure. Stator accepts any well-formed credential; the region and the access key come from the
// credential's scope. Checking the signature itself (steps 5 to 7) has its place at the end of
// read_credentials().
#pragma once

#include <string>
#include <string_view>

#include "emulator/http/http_message.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::auth {

inline constexpr std::string_view kDefaultRegion = "us-east-1";

struct Credentials {
    std::string access_key;
    std::string region;  // kDefaultRegion when the scope names none
};

// Errors, in DynamoDB's order: both forms at once, neither, then what the form lacks.
// AWS: [case wire/authentication]
protocol::Result<Credentials> read_credentials(const http::HttpRequest& request);

}  // namespace stator::emulator::auth
