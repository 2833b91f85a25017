// Credentials: who signs a request, read from the SigV4 header or the presigned query string.
//
// Pure. Takes the region and the access key from any well-formed credential, as Stator does while
// it checks no signatures; what is wrong with a signature is said by signature_check.hpp.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "emulator/http/http_message.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::access::authentication {

struct AccessKey;

inline constexpr std::string_view kDefaultRegion = "us-east-1";

struct Credentials {
    std::string access_key;
    std::string region;  // kDefaultRegion when the scope names none
    // Where signatures are checked, the key of who signed.
    std::shared_ptr<const AccessKey> key = nullptr;
};

// Errors, in DynamoDB's order: both forms at once; neither of them; missing parts of the form.
// AWS: [case wire/authentication]
protocol::Result<Credentials> read_credentials(const http::HttpRequest& request);

}  // namespace stator::emulator::access::authentication
