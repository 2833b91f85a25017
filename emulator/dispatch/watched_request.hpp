// The path of a request while the request log is enabled or faults may apply: decides about faults
// and records the request. Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/http/http_message.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "emulator/operations/operation_table.hpp"
#include "engine/base/request_context.hpp"
#include "protocol/base/api_error.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::dispatch {

// A request for a known operation, decoded as far as every operation needs it.
struct WatchedRequest {
    const http::HttpRequest& http;
    const operations::Operation& operation;
    protocol::wire::JsonView body;
    std::string body_text;  // "" unless the request log keeps bodies
    std::string_view content_type;
    // Set if the sender has no permission for the request.
    std::optional<protocol::ApiError> refusal = {};
    operations::RefusedStatements refused_statements = {};  // of a batch
    std::uint64_t decision = 0;  // number of the authorization decision; 0: none was made
};

// True when the request must go through run_watched().
inline bool is_watched(laboratory::Laboratory& laboratory, const http::HttpRequest& request) {
    return laboratory.faults().is_active() || laboratory.journal().is_on() ||
           !request.stator_fault.empty();
}

// Runs the operation with the faults that apply to it, and records the outcome.
http::Reply run_watched(
    laboratory::Laboratories& laboratories,
    laboratory::Laboratory& laboratory,
    WatchedRequest request,
    engine::faults::WatchedContext context
);

}  // namespace stator::emulator::dispatch
