#include "tools/mcp/answer.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "protocol/wire/json.hpp"

namespace stator::tools::mcp {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

// Arguments that make a reply shorter, the most useful first.
constexpr std::array<std::string_view, 14> kNarrowing = {
    "Limit",
    "limit",
    "ExclusiveStartKey",
    "ExclusiveStartTableName",
    "ExclusiveStartShardId",
    "NextToken",
    "since",
    "ProjectionExpression",
    "operation",
    "table",
    "index",
    "error",
    "label",
    "format"};

constexpr bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

std::size_t characters_of(std::string_view text) {
    const auto continuations = std::ranges::count_if(text, is_continuation);
    return text.size() - static_cast<std::size_t>(continuations);
}

// Returns the text's first characters.
std::string_view beginning(std::string_view text, std::size_t characters) {
    std::size_t at = 0;
    while (at < text.size()) {
        if (!is_continuation(text[at])) {
            if (characters == 0) break;
            --characters;
        }
        ++at;
    }
    return text.substr(0, at);
}

struct LongList {
    std::string name;
    std::size_t elements = 0;
    std::size_t bytes = 0;
};

// Returns the longest list in the reply, if there is one.
std::optional<LongList> longest_list(std::string_view text) {
    const auto document = JsonDocument::parse(std::string(text));
    if (!document || !document->root().is_object()) return std::nullopt;
    std::optional<LongList> longest;
    for (const auto& member : document->root().members()) {
        const JsonView list(member.value);
        if (!list.is_array() || list.size() < 2) continue;
        const std::size_t bytes = list.text().size();
        if (longest && longest->bytes >= bytes) continue;
        longest = {std::string(protocol::wire::member_name(member)), list.size(), bytes};
    }
    return longest && longest->bytes > text.size() / 2 ? longest : std::nullopt;
}

// Returns "Limit, ExclusiveStartKey or ProjectionExpression".
std::string narrowing_inputs(const Tool& tool) {
    std::vector<std::string_view> names;
    for (const std::string_view name : kNarrowing) {
        if (std::ranges::find(tool.inputs, name) != tool.inputs.end()) names.push_back(name);
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i != 0) text.append(i + 1 == names.size() ? " or " : ", ");
        text.append(names[i]);
    }
    return text;
}

std::string note_on_length(const std::string& text, std::size_t shown, const Tool& tool) {
    std::string note = "This is cut off: " + std::to_string(shown) + " of " +
                       std::to_string(characters_of(text)) + " characters.";
    if (const auto list = longest_list(text)) {
        const std::size_t fitting = std::max<std::size_t>(shown * list->elements / list->bytes, 1);
        note.append(" Of its ").append(std::to_string(list->elements)).append(" ");
        note.append(list->name).append(" about ").append(std::to_string(fitting)).append(" fit.");
    }
    const std::string names = narrowing_inputs(tool);
    if (names.empty()) return note + " 'stator mcp --max-characters' lets more through.";
    return note + " Ask for less with " + names + ".";
}

void append_text_content(JsonWriter& json, std::string_view text) {
    json.begin_object();
    json.string_member("type", "text");
    json.string_member("text", text);
    json.end_object();
}

}  // namespace

Answer answer_of(const std::variant<transport::HttpReply, std::string>& answered) {
    if (const auto* sentence = std::get_if<std::string>(&answered)) {
        return {.text = *sentence, .is_error = true};
    }
    const auto& reply = std::get<transport::HttpReply>(answered);
    Answer answer{.text = reply.body, .is_error = reply.status < 200 || reply.status >= 300};
    if (const auto document = JsonDocument::parse(reply.body)) {
        answer.is_json_object = document->root().is_object();
        // A line break would end the message.
        if (reply.body.find_first_of("\r\n") != std::string::npos) {
            answer.text = document->root().text();
        }
    }
    if (answer.text.empty() && !answer.is_error) answer.text = "Done.";
    // The reply is DynamoDB's own error text if the admin API is disabled, or comes from another
    // server.
    if (answer.is_error && !answer.is_json_object) {
        answer.text = "the server answered " + std::to_string(reply.status) +
                      " and no JSON: see whether its admin API listens there (--admin-port, "
                      "--no-admin).";
    }
    if (const auto* hint = transport::find_header(reply.headers, "x-stator-hint")) {
        answer.notes.push_back(*hint);
    }
    return answer;
}

Answer bounded(Answer answer, std::size_t characters_max, const Tool& tool) {
    const std::string_view shown = beginning(answer.text, characters_max);
    if (shown.size() == answer.text.size()) return answer;
    answer.notes.push_back(note_on_length(answer.text, characters_max, tool));
    answer.text.resize(shown.size());
    answer.is_json_object = false;
    return answer;
}

std::string result_of(const Answer& answer, ProtocolVersion version) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.begin_array("content");
    append_text_content(json, answer.text);
    for (const std::string& note : answer.notes) append_text_content(json, note);
    json.end_array();
    if (answer.is_json_object && has_structured_content(version)) {
        json.raw_member("structuredContent", answer.text);
    }
    json.boolean_member("isError", answer.is_error);
    json.end_object();
    return text;
}

}  // namespace stator::tools::mcp
