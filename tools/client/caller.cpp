#include "tools/client/caller.hpp"

#include <algorithm>

namespace stator::tools::client {

Caller caller_of(const ClientSettings& settings) {
    Caller caller{"test", kUsualRegion};
    if (settings.access_key) caller.access_key = settings.access_key->value;
    if (settings.region) {
        caller.region = settings.region->value;
    } else if (settings.default_region) {
        caller.region = settings.default_region->value;
    }
    // Values that cannot be part of a header are replaced here; another check reports them.
    const auto is_printable = [](const std::string& text) {
        return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
    };
    if (!is_printable(caller.access_key)) caller.access_key = "test";
    if (!is_printable(caller.region)) caller.region = kUsualRegion;
    return caller;
}

transport::HttpRequest request_of(const Caller& caller, std::string_view target, std::string body) {
    transport::HttpRequest request;
    request.headers = {
        {"Content-Type", "application/x-amz-json-1.0"},
        {"X-Amz-Target", std::string(target)},
        {"X-Amz-Date", "20260101T000000Z"},
        {"Authorization",
         "AWS4-HMAC-SHA256 Credential=" + caller.access_key + "/20260101/" + caller.region +
             "/dynamodb/aws4_request, SignedHeaders=host, Signature=0"}};
    request.body = std::move(body);
    return request;
}

}  // namespace stator::tools::client
