// The operations that Stator answers: one row each, found by the name in X-Amz-Target.
//
// Rows live for the whole process. Thread-safe: the table is constant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/faults/watched_context.hpp"
#include "protocol/base/api_error.hpp"
#include "protocol/base/result.hpp"

namespace stator::engine::universes {
class Universe;
}

namespace stator::protocol::wire {
class JsonView;
}

namespace stator::emulator::operations {

// Decodes and validates the request (always a JSON object), runs it and returns the JSON body of
// the answer; "" for operations that answer with no body. The outcome is valid after an error too.
// Called on any server thread.
using Handler = protocol::Result<std::string> (*)(
    engine::universes::Universe& universe,
    const engine::faults::WatchedContext& context,
    protocol::wire::JsonView request,
    engine::RequestOutcome& outcome
);

struct Operation {
    std::string_view name;
    bool streams = false;  // belongs to DynamoDBStreams_20120810, not to DynamoDB_20120810
    Handler handler = nullptr;
    // The same operation answered with JSON in lines, for clients that ask for that; null for most.
    const Operation* in_lines = nullptr;
    bool is_in_lines = false;  // the answer is not one JSON object but lines of them
    // Changes tables or their settings, which takes the longer the more there is in them.
    bool changes_tables = false;
};

// The statements of a batch that may not be done, whatever they say, by their places in the
// request, as far as there are any.
using RefusedStatements = std::vector<std::optional<protocol::ApiError>>;

// BatchExecuteStatement, but for these statements, each of which is answered with its error.
protocol::Result<std::string> batch_execute_statement_without(
    const RefusedStatements& refused,
    engine::universes::Universe& universe,
    const engine::faults::WatchedContext& context,
    protocol::wire::JsonView request,
    engine::RequestOutcome& outcome
);

// The row with that name in that API, or null.
const Operation* find_operation(std::string_view name, bool streams);

}  // namespace stator::emulator::operations
