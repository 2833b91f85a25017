// The operations that Stator supports: one row each, found by the name in X-Amz-Target.
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
// the reply; "" for operations whose reply has no body. The outcome is also valid after an error.
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
    // The same operation with a reply in JSON lines, for clients that request it; null for most.
    const Operation* in_lines = nullptr;
    bool is_in_lines = false;  // the reply consists of JSON lines instead of one object
    // Whether it changes tables or their settings, which takes longer for tables with more data.
    bool changes_tables = false;
};

// The errors of a batch's denied statements, by their positions in the request. Empty if no
// statement is denied.
using RefusedStatements = std::vector<std::optional<protocol::ApiError>>;

// Like BatchExecuteStatement, but answers each denied statement with its error.
protocol::Result<std::string> batch_execute_statement_without(
    const RefusedStatements& refused,
    engine::universes::Universe& universe,
    const engine::faults::WatchedContext& context,
    protocol::wire::JsonView request,
    engine::RequestOutcome& outcome
);

// Returns the row with that name in that API, or null.
const Operation* find_operation(std::string_view name, bool streams);

}  // namespace stator::emulator::operations
