// A request that somebody watches or interferes with: faults are decided, the journal is told.
// Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "emulator/http/http_message.hpp"
#include "emulator/observe/laboratory.hpp"
#include "emulator/operations/operation_table.hpp"
#include "engine/base/request_context.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::faults {

// A request for a known operation, decoded as far as all operations need it.
struct WatchedRequest {
    const http::HttpRequest& http;
    const operations::Operation& operation;
    protocol::wire::JsonView body;
    std::string body_text;  // "" unless the journal keeps bodies
    std::string_view content_type;
};

// True when the request must take the way through run_watched().
inline bool is_watched(observe::Laboratory& laboratory, const http::HttpRequest& request) {
    return laboratory.faults().is_active() || laboratory.journal().is_on() ||
           !request.stator_fault.empty();
}

// Runs the operation as faults will have it, and records what came of it.
http::Reply run_watched(
    observe::Laboratory& laboratory, WatchedRequest request, engine::RequestContext context
);

}  // namespace stator::emulator::faults
