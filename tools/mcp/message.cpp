#include "tools/mcp/message.hpp"

namespace stator::tools::mcp {
namespace {

using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

// Returns the member, even if its value is null.
std::optional<JsonView> find_member(JsonView object, std::string_view name) {
    std::optional<JsonView> found;
    for (const auto& member : object.members()) {
        if (protocol::wire::member_name(member) == name) found = JsonView(member.value);
    }
    return found;
}

JsonWriter begin_response(std::string& text, std::string_view id) {
    JsonWriter json(text);
    json.begin_object();
    json.string_member("jsonrpc", "2.0");
    json.raw_member("id", id);
    return json;
}

BrokenMessage broken(std::string id, std::string sentence) {
    return {std::move(id), {ErrorCode::InvalidRequest, std::move(sentence)}};
}

}  // namespace

std::variant<Message, BrokenMessage, StrayResponse> read_message(JsonView json) {
    if (!json.is_object()) return broken("null", "a message must be a JSON object");
    Message message;
    if (const auto id = find_member(json, "id")) {
        if (!id->is_string() && !id->is_integer()) {
            return broken("null", "'id' must be a string or a whole number");
        }
        message.id = id->text();
    }
    const std::string answered = message.id.empty() ? "null" : message.id;
    if (json.string_or_empty("jsonrpc") != "2.0") {
        return broken(answered, "'jsonrpc' must be \"2.0\"");
    }
    const auto method = find_member(json, "method");
    if (!method && (find_member(json, "result") || find_member(json, "error"))) {
        return StrayResponse{};
    }
    if (!method || !method->is_string()) return broken(answered, "'method' must be a string");
    message.method = method->string();
    message.params = find_member(json, "params");
    if (message.params && !message.params->is_object()) {
        return BrokenMessage{answered, {ErrorCode::InvalidParams, "'params' must be an object"}};
    }
    return message;
}

std::string result_message(std::string_view id, std::string_view result) {
    std::string text;
    JsonWriter json = begin_response(text, id);
    json.raw_member("result", result);
    json.end_object();
    return text;
}

std::string error_message(std::string_view id, const Failure& failure) {
    std::string text;
    JsonWriter json = begin_response(text, id);
    json.begin_object("error");
    json.integer_member("code", static_cast<int>(failure.code));
    json.string_member("message", failure.sentence);
    json.end_object();
    json.end_object();
    return text;
}

}  // namespace stator::tools::mcp
