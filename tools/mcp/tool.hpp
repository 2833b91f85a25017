// Tool: an action that an assistant can request, with its description and the request for it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "protocol/wire/json.hpp"
#include "transport/http_message.hpp"

namespace stator::tools::mcp {

// A request to a running Stator.
struct ServerRequest {
    // The path does not contain a universe.
    transport::HttpRequest http;
    // Universe to send the request to; "" for the default one.
    std::string universe = {};
    // Path to use if the server does not know the first one; "" for none.
    std::string usual_path = {};
};

// Whether an assistant may change data.
enum class Permission : unsigned char { Read, Write };

struct Tool {
    std::string name;
    std::string description = {};
    std::string input_schema = {};         // JSON Schema of an object, as JSON
    std::vector<std::string> inputs = {};  // the names of its members
    bool writes = false;
    // Only for a tool that writes: whether existing data may be lost, and whether repeating it has
    // no further effect.
    bool destroys = false;
    bool can_repeat = false;
    // Builds the request from arguments, an object. Error: the problem with the arguments.
    std::function<emulator::Accepted<ServerRequest>(protocol::wire::JsonView arguments)> prepare =
        {};
};

using Tools = std::vector<Tool>;

}  // namespace stator::tools::mcp
