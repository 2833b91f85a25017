// Credentials: who signs a request, read from the SigV4 header or the presigned query string.
//
// Pure. Stator accepts any well-formed credential and takes the region and the access key from it.
// A check of the signature itself (steps 5 to 7) would go at the end of read_credentials().
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

// Errors, in DynamoDB's order: both forms at once; neither of them; missing parts of the form.
// AWS: [case wire/authentication]
protocol::Result<Credentials> read_credentials(const http::HttpRequest& request);

}  // namespace stator::emulator::auth
