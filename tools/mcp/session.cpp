#include "tools/mcp/session.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "emulator/admin/openapi.hpp"
#include "tools/mcp/admin_tools.hpp"
#include "tools/mcp/answer.hpp"
#include "tools/mcp/operation_tools.hpp"
#include "tools/mcp/words.hpp"

namespace stator::tools::mcp {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

Tools all_tools(const client::Caller& caller, Permission permission) {
    Tools tools = operation_tools(caller, permission);
    for (Tool& tool : admin_tools(emulator::admin::openapi_text(), permission)) {
        tools.push_back(std::move(tool));
    }
    return tools;
}

const Tool* find_tool(const Tools& tools, std::string_view name) {
    const auto found = std::ranges::find(tools, name, &Tool::name);
    return found == tools.end() ? nullptr : &*found;
}

void append_annotations(JsonWriter& json, const Tool& tool) {
    const auto flag = [&json](std::string_view name, bool value) {
        json.boolean_member(name, value);
    };
    json.begin_object("annotations");
    flag("readOnlyHint", !tool.writes);
    if (tool.writes) {
        flag("destructiveHint", tool.destroys);
        flag("idempotentHint", tool.can_repeat);
    }
    flag("openWorldHint", false);
    json.end_object();
}

std::string text_or_empty(JsonView params, std::string_view name) {
    return std::string(params.string_or_empty(name));
}

// All results are on the first page, so no cursor is valid.
std::optional<Failure> cursor_failure(JsonView params) {
    if (!params.find("cursor")) return std::nullopt;
    return Failure{ErrorCode::InvalidParams, "'cursor' leads nowhere; leave it out"};
}

// Returns an object without members, for requests that have no parameters.
JsonView no_params() {
    static const auto empty = JsonDocument::parse("{}");
    return empty->root();
}

}  // namespace

Session::Session(const ServerLink& link, const client::Caller& caller, SessionOptions options)
    : link_(link),
      options_(options),
      tools_(all_tools(caller, options.permission)),
      resources_(link, caller) {
    if (options.permission == Permission::Read) withheld_ = all_tools(caller, Permission::Write);
}

std::optional<std::string> Session::handle(std::string line) {
    const auto document = JsonDocument::parse(std::move(line));
    if (!document) {
        return error_message("null", {ErrorCode::ParseError, "the line is not JSON in UTF-8"});
    }
    const JsonView json = document->root();
    return json.is_array() ? handle_batch(json) : handle_one(json, false);
}

std::optional<std::string> Session::handle_batch(JsonView array) {
    if (!version_ || !has_batches(*version_)) {
        return error_message(
            "null",
            {ErrorCode::InvalidRequest,
             "only version 2025-03-26 of the protocol has batches; send one message a line"}
        );
    }
    if (array.size() == 0) {
        return error_message("null", {ErrorCode::InvalidRequest, "a batch must not be empty"});
    }
    std::string answers;
    for (const auto& element : array.elements()) {
        const auto answer = handle_one(JsonView(element), true);
        if (answer) answers.append(answers.empty() ? "[" : ",").append(*answer);
    }
    if (answers.empty()) return std::nullopt;
    return answers.append("]");
}

std::optional<std::string> Session::handle_one(JsonView json, bool is_in_batch) {
    const auto read = read_message(json);
    if (std::holds_alternative<StrayResponse>(read)) return std::nullopt;
    if (const auto* broken = std::get_if<BrokenMessage>(&read)) {
        return error_message(broken->id, broken->failure);
    }
    const auto& message = std::get<Message>(read);
    // Notifications need no handling, because every request is completed before the next line is
    // read.
    if (message.id.empty()) return std::nullopt;
    const Outcome outcome = run(message, is_in_batch);
    if (const auto* failure = std::get_if<Failure>(&outcome)) {
        return error_message(message.id, *failure);
    }
    return result_message(message.id, std::get<std::string>(outcome));
}

Session::Method Session::find_method(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, Method>, 7> kKnownMethods = {{
        {"initialize", &Session::initialize},
        {"ping", &Session::ping},
        {"tools/list", &Session::list_tools},
        {"tools/call", &Session::call_tool},
        {"resources/list", &Session::list_resources},
        {"resources/templates/list", &Session::list_resource_templates},
        {"resources/read", &Session::read_resource},
    }};
    for (const auto& [known, method] : kKnownMethods) {
        if (known == name) return method;
    }
    return nullptr;
}

Session::Outcome Session::run(const Message& message, bool is_in_batch) {
    const Method method = find_method(message.method);
    const bool initializes = message.method == "initialize";
    if (!version_ && !initializes && message.method != "ping") {
        return Failure{
            ErrorCode::InvalidRequest, "the session has not begun; send 'initialize' first"};
    }
    if (initializes && (version_ || is_in_batch)) {
        return Failure{ErrorCode::InvalidRequest, "'initialize' may come only once, and alone"};
    }
    if (method == nullptr) {
        return Failure{
            ErrorCode::MethodNotFound,
            "there is no method '" + std::string(message.method) + "'; see the capabilities"};
    }
    return (this->*method)(message.params.value_or(no_params()));
}

Session::Outcome Session::initialize(JsonView params) {
    const std::string asked = text_or_empty(params, "protocolVersion");
    if (asked.empty()) {
        return Failure{ErrorCode::InvalidParams, "'protocolVersion' must be a string"};
    }
    version_ = find_version(asked).value_or(kNewestVersion);
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.string_member("protocolVersion", name_of(*version_));
    json.raw_member("capabilities", R"({"tools":{},"resources":{}})");
    json.begin_object("serverInfo");
    json.string_member("name", "stator");
    if (has_structured_content(*version_)) json.string_member("title", "Stator");
    json.string_member("version", STATOR_VERSION);
    json.end_object();
    json.string_member("instructions", instructions(options_.permission));
    json.end_object();
    return text;
}

Session::Outcome Session::ping(JsonView /*params*/) {
    return std::string("{}");
}

Session::Outcome Session::list_tools(JsonView params) {
    if (const auto failure = cursor_failure(params)) return *failure;
    return protocol::wire::object_text([&](JsonWriter& json) {
        json.objects_member("tools", tools_, [&](const Tool& tool) {
            json.string_member("name", tool.name);
            json.string_member("description", tool.description);
            json.raw_member("inputSchema", tool.input_schema);
            if (has_annotations(*version_)) append_annotations(json, tool);
        });
    });
}

Failure Session::unknown_tool(std::string_view name) const {
    std::string sentence = "there is no tool '" + std::string(name) + "'";
    if (find_tool(withheld_, name) == nullptr) {
        sentence.append("; tools/list lists them");
    } else {
        sentence.append(
            " here, because it changes something: start 'stator mcp --write' to allow "
            "that"
        );
    }
    return {ErrorCode::InvalidParams, std::move(sentence)};
}

Session::Outcome Session::call_tool(JsonView params) {
    const std::string name = text_or_empty(params, "name");
    const Tool* const tool = find_tool(tools_, name);
    if (tool == nullptr) return unknown_tool(name);
    const JsonView arguments = params.find("arguments").value_or(no_params());
    if (!arguments.is_object()) {
        return Failure{ErrorCode::InvalidParams, "'arguments' must be an object"};
    }
    auto request = tool->prepare(arguments);
    if (request.has_error()) {
        // This is an error of the tool and not of the protocol, so that the assistant reads it.
        return result_of({.text = request.error().sentence, .is_error = true}, *version_);
    }
    Answer answer = answer_of(link_.send(*std::move(request)));
    return result_of(bounded(std::move(answer), options_.characters_max, *tool), *version_);
}

Session::Outcome Session::list_resources(JsonView params) {
    if (const auto failure = cursor_failure(params)) return *failure;
    return resources_.list();
}

Session::Outcome Session::list_resource_templates(JsonView params) {
    if (const auto failure = cursor_failure(params)) return *failure;
    return Resources::templates();
}

Session::Outcome Session::read_resource(JsonView params) {
    const std::string uri = text_or_empty(params, "uri");
    if (uri.empty()) return Failure{ErrorCode::InvalidParams, "'uri' must be a string"};
    return resources_.read(uri);
}

}  // namespace stator::tools::mcp
