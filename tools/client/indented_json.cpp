#include "tools/client/indented_json.hpp"

namespace stator::tools::client {

std::string indented_json(std::string_view json) {
    std::string text;
    std::size_t depth = 0;
    bool is_in_string = false;
    bool is_escaped = false;
    const auto begin_line = [&text, &depth] { text.append("\n").append(2 * depth, ' '); };
    for (const char c : json) {
        if (is_in_string) {
            text.push_back(c);
            is_in_string = is_escaped || c != '"';
            is_escaped = !is_escaped && c == '\\';
            continue;
        }
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
        const bool closes = c == '}' || c == ']';
        const bool follows_opening = !text.empty() && (text.back() == '{' || text.back() == '[');
        if (closes) --depth;
        // An empty object or array stays on one line.
        if (closes != follows_opening) begin_line();
        text.push_back(c);
        if (c == '{' || c == '[') ++depth;
        if (c == ',') begin_line();
        if (c == ':') text.push_back(' ');
        is_in_string = c == '"';
    }
    return text;
}

}  // namespace stator::tools::client
