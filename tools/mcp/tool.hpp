// Tool: something that an assistant can have done, described for it, and the request that does it.
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
    // Its path has no universe in front.
    transport::HttpRequest http;
    // Where to; "" for the usual one.
    std::string universe = {};
    // Where else, if the server does not know the path; "" for nowhere.
    std::string usual_path = {};
};

// Whether an assistant may change anything.
enum class Permission : unsigned char { Read, Write };

struct Tool {
    std::string name;
    std::string description = {};
    std::string input_schema = {};         // JSON Schema of an object, as JSON
    std::vector<std::string> inputs = {};  // the names of its members
    bool writes = false;
    // Only for a tool that writes: whether something that was there may be lost, and whether doing
    // it again changes nothing more.
    bool destroys = false;
    bool can_repeat = false;
    // Makes the request from arguments, an object. Refusal: what is wrong with them.
    std::function<emulator::Accepted<ServerRequest>(protocol::wire::JsonView arguments)> prepare =
        {};
};

using Tools = std::vector<Tool>;

}  // namespace stator::tools::mcp
