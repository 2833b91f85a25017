// The access key and region that a request to DynamoDB's API uses, and such a request as an SDK
// would send it. Pure.
#pragma once

#include <string>
#include <string_view>

#include "tools/client/client_settings.hpp"
#include "transport/http_message.hpp"

namespace stator::tools::client {

// The region if the user configures none.
constexpr const char* kUsualRegion = "us-east-1";

struct Caller {
    std::string access_key;
    std::string region;
};

// Returns the access key and region that an SDK with these settings would use.
Caller caller_of(const ClientSettings& settings);

// `target`: "DynamoDB_20120810.ListTables". The signature is a placeholder, because Stator does not
// check it.
transport::HttpRequest request_of(const Caller& caller, std::string_view target, std::string body);

}  // namespace stator::tools::client
