// What a tool answers, as an assistant is given it: bounded, because what it reads takes the place
// of what it could think of. Pure.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "tools/mcp/protocol_version.hpp"
#include "tools/mcp/tool.hpp"
#include "transport/http_message.hpp"

namespace stator::tools::mcp {

struct Answer {
    std::string text;
    bool is_error = false;
    bool is_json_object = false;
    std::vector<std::string> notes = {};  // sentences beside the text
};

// From what the server said, or the sentence that says why it said nothing.
Answer answer_of(const std::variant<transport::HttpReply, std::string>& answered);

// No more than so many characters of it; then with a note on how long it is, and which of the
// tool's arguments make it shorter.
Answer bounded(Answer answer, std::size_t characters_max, const Tool& tool);

// The result of tools/call.
std::string result_of(const Answer& answer, ProtocolVersion version);

}  // namespace stator::tools::mcp
