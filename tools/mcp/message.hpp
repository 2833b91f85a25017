// Messages of JSON-RPC 2.0 as the Model Context Protocol restricts them: parameters are objects,
// and ids are strings or whole numbers, never null. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "protocol/wire/json.hpp"

namespace stator::tools::mcp {

enum class ErrorCode : int {
    ParseError = -32'700,
    InvalidRequest = -32'600,
    MethodNotFound = -32'601,
    InvalidParams = -32'602,
    InternalError = -32'603,
    ResourceNotFound = -32'002,
};

// Why a message is rejected. The sentence includes the fix.
struct Failure {
    ErrorCode code = ErrorCode::InvalidRequest;
    std::string sentence;
};

// A received request or notification. Views into the document that it was read from.
struct Message {
    std::string id;  // as JSON; "" for a notification, which is never answered
    std::string_view method;
    // An object; nullopt if the message has no parameters.
    std::optional<protocol::wire::JsonView> params;
};

// A message that cannot be processed, and the id for its error reply.
struct BrokenMessage {
    std::string id = "null";
    Failure failure;
};

// A response to a request that this server never sent. It is not answered.
struct StrayResponse {};

// Reads one message. Precondition: `json` is not an array.
std::variant<Message, BrokenMessage, StrayResponse> read_message(protocol::wire::JsonView json);

// Returns the response to a request, without a line break. `result` is JSON.
std::string result_message(std::string_view id, std::string_view result);

// Returns the error response to a request, without a line break.
std::string error_message(std::string_view id, const Failure& failure);

}  // namespace stator::tools::mcp
