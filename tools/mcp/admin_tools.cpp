#include "tools/mcp/admin_tools.hpp"

#include <algorithm>
#include <array>

#include "emulator/base/percent_encoding.hpp"
#include "protocol/base/result.hpp"
#include "tools/mcp/arguments.hpp"
#include "tools/mcp/openapi_schema.hpp"

namespace stator::tools::mcp {
namespace {

using emulator::Accepted;
using emulator::Refusal;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

constexpr std::array<std::string_view, 4> kMethods = {"get", "put", "post", "delete"};

// Where each member of a tool's input is placed in the request.
struct Form {
    std::string method;
    std::string path;
    std::vector<std::string> segments = {};    // of the path
    std::vector<std::string> parameters = {};  // of the query
    bool has_body = false;
    // Whether `universe` selects the destination, and is not one of the route's own members.
    bool is_of_any_universe = false;
};

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

bool is_for_people(std::string_view path) {
    return path.starts_with("/_stator/v1/") || path == "/metrics";
}

std::string upper(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    return result;
}

// Returns "eu-*" for a string and "7" for a number.
std::string text_of(JsonView value) {
    return value.is_string() ? std::string(value.string()) : value.text();
}

Accepted<void> write_path(const Form& form, JsonView arguments, std::string& path) {
    path = form.path;
    for (const std::string& name : form.segments) {
        const auto value = arguments.find(name);
        if (!value || text_of(*value).empty()) return Refusal{"'" + name + "' is needed."};
        const std::string placeholder = "{" + name + "}";
        path.replace(
            path.find(placeholder), placeholder.size(), emulator::percent_encoded(text_of(*value))
        );
    }
    for (const std::string& name : form.parameters) {
        const auto value = arguments.find(name);
        if (!value) continue;
        path.append(path.find('?') == std::string::npos ? "?" : "&");
        path.append(name).append("=").append(emulator::percent_encoded(text_of(*value)));
    }
    return {};
}

// Writes the members that are neither in the path nor in the query, as JSON; "" if none remain.
Accepted<void> write_body(const Form& form, JsonView arguments, std::string& body) {
    JsonWriter json(body);
    json.begin_object();
    for (const auto& member : arguments.members()) {
        const std::string_view name = protocol::wire::member_name(member);
        const bool is_destination = form.is_of_any_universe && name == kUniverse;
        if (is_destination || contains(form.segments, name) || contains(form.parameters, name)) {
            continue;
        }
        if (!form.has_body) {
            return Refusal{
                "'" + std::string(name) + "' is no argument of this tool; leave it out."};
        }
        json.raw_member(name, JsonView(member.value).text());
    }
    json.end_object();
    if (!form.has_body) body.clear();
    return {};
}

Accepted<ServerRequest> request_for(const Form& form, JsonView arguments) {
    ServerRequest request;
    if (form.is_of_any_universe) STATOR_CHECK(take_universe(arguments, request));
    request.http.method = form.method;
    STATOR_CHECK(write_path(form, arguments, request.http.path));
    STATOR_CHECK(write_body(form, arguments, request.http.body));
    if (form.has_body) request.http.headers.push_back({"Content-Type", "application/json"});
    return request;
}

// Whether the name begins with a verb that only adds things.
bool only_adds(std::string_view name) {
    constexpr std::array<std::string_view, 4> kAdditions = {"add", "create", "fork", "listen"};
    return std::ranges::any_of(kAdditions, [name](auto word) { return name.starts_with(word); });
}

struct Route {
    std::string_view path;
    JsonView item;
    std::string_view method;
    JsonView operation;

    bool reads() const {
        const auto mark = operation.find("x-reads");
        return method == "get" || (mark && mark->is_boolean() && mark->boolean());
    }
};

// Adds the parameters of the path or the query to the form and the inputs.
void take_parameters(JsonView owner, const SchemaWriter& schemas, Form& form, Inputs& inputs) {
    const auto parameters = owner.find("parameters");
    if (!parameters) return;
    for (const auto& element : parameters->elements()) {
        const JsonView parameter = schemas.resolved(JsonView(element));
        const std::string name(parameter.string_or_empty("name"));
        const bool is_segment = parameter.string_or_empty("in") == "path";
        (is_segment ? form.segments : form.parameters).push_back(name);
        inputs.add(name, schemas.parameter_text(parameter), is_segment);
    }
}

Tool tool_of(const Route& route, const SchemaWriter& schemas) {
    Form form{upper(route.method), std::string(route.path)};
    Inputs inputs;
    take_parameters(route.item, schemas, form, inputs);
    take_parameters(route.operation, schemas, form, inputs);
    if (const auto body = route.operation.find("requestBody")) {
        form.has_body = true;
        schemas.add_body(*body, inputs);
    }
    form.is_of_any_universe = !inputs.has(kUniverse) && route.path != "/metrics";
    if (form.is_of_any_universe) inputs.add_text(kUniverse, kUniverseHelp);
    Tool tool;
    tool.name = route.operation.string_or_empty("operationId");
    tool.description = std::string(route.operation.string_or_empty("summary")) + ".";
    if (const auto more = route.operation.string_or_empty("description"); !more.empty()) {
        tool.description.append(" ").append(more);
    }
    tool.input_schema = inputs.schema();
    tool.inputs = inputs.names();
    tool.writes = !route.reads();
    tool.destroys = !only_adds(tool.name);
    tool.can_repeat = route.method == "put" || route.method == "delete";
    tool.prepare = [form](JsonView arguments) { return request_for(form, arguments); };
    return tool;
}

}  // namespace

Tools admin_tools(std::string_view openapi, Permission permission) {
    const auto document = JsonDocument::parse(std::string(openapi));
    const SchemaWriter schemas(document->root());
    Tools tools;
    for (const auto& member : document->root().find("paths")->members()) {
        const std::string_view path = protocol::wire::member_name(member);
        if (!is_for_people(path)) continue;
        const JsonView item(member.value);
        for (const std::string_view method : kMethods) {
            const auto operation = item.find(method);
            if (!operation) continue;
            const Route route{path, item, method, *operation};
            if (route.reads() || permission == Permission::Write) {
                tools.push_back(tool_of(route, schemas));
            }
        }
    }
    return tools;
}

}  // namespace stator::tools::mcp
