// The operations that Stator answers: one row each, found by the name in X-Amz-Target.
//
// Rows live for the whole process. Thread-safe: the table is constant.
#pragma once

#include <string>
#include <string_view>

#include "protocol/base/result.hpp"

namespace stator::engine::universes {
class Universe;
}

namespace stator::engine {
struct RequestContext;
struct RequestOutcome;
}  // namespace stator::engine

namespace stator::protocol::wire {
class JsonView;
}

namespace stator::emulator::operations {

// Decodes and validates the request (always a JSON object), runs it and returns the JSON body of
// the answer; "" for operations that answer with no body. The outcome is valid after an error too.
// Called on any server thread.
using Handler = protocol::Result<std::string> (*)(
    engine::universes::Universe& universe,
    const engine::RequestContext& context,
    protocol::wire::JsonView request,
    engine::RequestOutcome& outcome
);

struct Operation {
    std::string_view name;
    bool streams = false;  // belongs to DynamoDBStreams_20120810, not to DynamoDB_20120810
    Handler handler = nullptr;
};

// The row with that name in that API, or null.
const Operation* find_operation(std::string_view name, bool streams);

}  // namespace stator::emulator::operations
