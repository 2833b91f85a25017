#include "tools/mcp/openapi_schema.hpp"

#include <algorithm>
#include <array>

namespace stator::tools::mcp {

using protocol::wire::JsonView;
using protocol::wire::JsonWriter;
using protocol::wire::member_name;

namespace {

// A schema that contains itself would otherwise be expanded without end.
constexpr int kMaxDepth = 24;

// Members that only OpenAPI defines, or that do not help an assistant.
constexpr std::array<std::string_view, 3> kLeftOut = {"example", "nullable", "format"};

bool is_required(JsonView schema, std::string_view name) {
    const auto required = schema.find("required");
    return required && std::ranges::any_of(required->elements(), [name](const auto& element) {
               return JsonView(element).string() == name;
           });
}

}  // namespace

void Inputs::add(std::string_view name, std::string schema, bool is_required) {
    if (!has(name)) inputs_.push_back({std::string(name), std::move(schema), is_required});
}

void Inputs::add_text(std::string_view name, std::string_view help) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.string_member("type", "string");
    json.string_member("description", help);
    json.end_object();
    add(name, std::move(text), false);
}

bool Inputs::has(std::string_view name) const {
    return std::ranges::find(inputs_, name, &Input::name) != inputs_.end();
}

std::vector<std::string> Inputs::names() const {
    std::vector<std::string> names;
    for (const Input& input : inputs_) names.push_back(input.name);
    return names;
}

std::string Inputs::schema() const {
    return protocol::wire::object_text([&](JsonWriter& json) {
        json.string_member("type", "object");
        json.begin_object("properties");
        for (const Input& input : inputs_) {
            json.raw_member(input.name, input.schema);
        }
        json.end_object();
        if (std::ranges::any_of(inputs_, &Input::is_required)) {
            json.begin_array("required");
            for (const Input& input : inputs_) {
                if (input.is_required) json.string(input.name);
            }
            json.end_array();
        }
    });
}

JsonView SchemaWriter::resolved(JsonView value) const {
    std::string_view rest = value.string_or_empty("$ref");
    if (rest.empty()) return value;
    JsonView found = openapi_;
    rest.remove_prefix(std::string_view("#/").size());
    while (!rest.empty()) {
        const auto end = std::min(rest.find('/'), rest.size());
        found = *found.find(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return found;
}

std::string SchemaWriter::parameter_text(JsonView parameter) const {
    return protocol::wire::object_text([&](JsonWriter& json) {
        for (const auto& member : resolved(*parameter.find("schema")).members()) {
            if (std::ranges::find(kLeftOut, member_name(member)) != kLeftOut.end()) continue;
            json.key(member_name(member));
            append(json, JsonView(member.value), 0);
        }
        json.string_member("description", parameter.string_or_empty("description"));
    });
}

void SchemaWriter::add_body(JsonView request_body, Inputs& inputs) const {
    const auto content = request_body.find("content")->find("application/json");
    add_members(*content->find("schema"), false, inputs);
}

void SchemaWriter::add_members(JsonView schema, bool is_alternative, Inputs& inputs) const {
    schema = resolved(schema);
    if (const auto properties = schema.find("properties")) {
        for (const auto& member : properties->members()) {
            std::string text;
            JsonWriter json(text);
            append(json, JsonView(member.value), 0);
            const std::string_view name = member_name(member);
            inputs.add(name, std::move(text), !is_alternative && is_required(schema, name));
        }
    }
    for (const char* parts : {"allOf", "anyOf", "oneOf"}) {
        const auto found = schema.find(parts);
        if (!found) continue;
        const bool is_one_of_several = is_alternative || std::string_view(parts) != "allOf";
        for (const auto& part : found->elements()) {
            add_members(JsonView(part), is_one_of_several, inputs);
        }
    }
}

// Copies JSON and replaces every reference with its target.
void SchemaWriter::append(JsonWriter& json, JsonView value, int depth) const {
    value = resolved(value);
    if (value.is_array()) {
        json.begin_array();
        for (const auto& element : value.elements()) append(json, JsonView(element), depth + 1);
        json.end_array();
    } else if (value.is_object()) {
        json.begin_object();
        for (const auto& member : value.members()) {
            const bool is_left_out =
                std::ranges::find(kLeftOut, member_name(member)) != kLeftOut.end();
            if (is_left_out || depth > kMaxDepth) continue;
            json.key(member_name(member));
            append(json, JsonView(member.value), depth + 1);
        }
        json.end_object();
    } else {
        json.raw(value.text());
    }
}

}  // namespace stator::tools::mcp
