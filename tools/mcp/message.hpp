// Messages of JSON-RPC 2.0 as the Model Context Protocol restricts them: parameters are objects,
// and ids are texts or whole numbers, never null. Pure functions.
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

// Why a message is refused. The sentence names the fix.
struct Failure {
    ErrorCode code = ErrorCode::InvalidRequest;
    std::string sentence;
};

// What came. Views into the document that it was read from.
struct Message {
    std::string id;  // as JSON; "" for a notification, which is never answered
    std::string_view method;
    // An object; nothing when the message has none.
    std::optional<protocol::wire::JsonView> params;
};

// A message that cannot be carried out, and the id to answer with.
struct BrokenMessage {
    std::string id = "null";
    Failure failure;
};

// A response to a request that was never made; nobody waits for an answer to it.
struct StrayResponse {};

// Reads one message, which is no array.
std::variant<Message, BrokenMessage, StrayResponse> read_message(protocol::wire::JsonView json);

// The response to a request, without a line end. `result` is JSON.
std::string result_message(std::string_view id, std::string_view result);

std::string error_message(std::string_view id, const Failure& failure);

}  // namespace stator::tools::mcp
