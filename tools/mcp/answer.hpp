// The result of a tool as an assistant receives it. It is bounded because it uses up the
// assistant's context. Pure.
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
    std::vector<std::string> notes = {};  // sentences in addition to the text
};

// Converts the server's reply, or the sentence that says why no reply was received.
Answer answer_of(const std::variant<transport::HttpReply, std::string>& answered);

// Truncates the text to `characters_max`. If it was longer, adds a note with its length and with
// the tool's arguments that make it shorter.
Answer bounded(Answer answer, std::size_t characters_max, const Tool& tool);

// Returns the result of tools/call as JSON.
std::string result_of(const Answer& answer, ProtocolVersion version);

}  // namespace stator::tools::mcp
