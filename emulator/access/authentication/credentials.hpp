// Credentials: the signer of a request, read from the SigV4 header or the presigned query string.
//
// Pure. Takes the region and the access key from any well-formed credential, which is all that
// Stator needs while it does not check signatures. signature_check.hpp verifies signatures.
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
    std::string region;  // kDefaultRegion if the scope names no region
    // The key of the signer. Null unless signatures are checked.
    std::shared_ptr<const AccessKey> key = nullptr;
};

// Reads the credentials of a request. Errors, in DynamoDB's order: both forms in the same request;
// neither form; missing parts of the form.
// AWS: [case wire/authentication]
protocol::Result<Credentials> read_credentials(const http::HttpRequest& request);

}  // namespace stator::emulator::access::authentication
