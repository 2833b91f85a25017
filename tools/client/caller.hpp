// Whom requests to DynamoDB's API come from, and such a request as an SDK would send it. Pure.
#pragma once

#include <string>
#include <string_view>

#include "tools/client/client_settings.hpp"
#include "transport/http_message.hpp"

namespace stator::tools::client {

// The region of those who choose none.
constexpr const char* kUsualRegion = "us-east-1";

struct Caller {
    std::string access_key;
    std::string region;
};

// Whom an SDK with these settings would call a server as.
Caller caller_of(const ClientSettings& settings);

// `target`: "DynamoDB_20120810.ListTables". Stator checks no signature, so that there is none.
transport::HttpRequest request_of(const Caller& caller, std::string_view target, std::string body);

}  // namespace stator::tools::client
