// The request of a step, completely expanded.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "conformance/format/case.hpp"
#include "conformance/format/scope.hpp"
#include "conformance/http/api_client.hpp"

namespace stator::conformance {

struct StepRequest {
    std::string operation;        // empty for a raw request
    std::string body;             // only for an operation
    transport::HttpRequest http;  // only for a raw request
    bool is_signed = true;
};

/// Throws CaseError for values that cannot be expanded.
StepRequest make_request(const Step& step, const Scope& scope, std::optional<std::size_t> index);

/// Throws TransportError.
transport::HttpReply send(const StepRequest& request, ApiClient& client);

/// Returns a readable text: the operation or the request line, headers and body, abbreviated.
std::string describe(const StepRequest& request);

}  // namespace stator::conformance
