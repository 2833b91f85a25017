#include "tools/mcp/shape_schema.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "tools/mcp/words.hpp"

namespace stator::tools::mcp {
namespace {

using protocol::wire::JsonWriter;
using protocol::wire::Member;
using protocol::wire::Shape;
using protocol::wire::ShapeType;

constexpr std::array<std::string_view, 8> kLegacy = {
    "AttributesToGet",
    "AttributeUpdates",
    "ConditionalOperator",
    "Expected",
    "KeyConditions",
    "QueryFilter",
    "ScanFilter",
    "ReturnItemCollectionMetrics"};

// The types AttributeValue and Blob describe themselves, and the Key of a tag is not an item's key.
std::string_view words_of_member(const Member& member) {
    const ShapeType type = member.shape->type;
    if (type == ShapeType::AttributeValue || type == ShapeType::Blob) return {};
    if (member.name == "Key" && type == ShapeType::String) return {};
    return mcp::words_of_member(member.name);
}

constexpr std::string_view kValueHelp =
    R"({"S":"text"}, {"N":"1.5"}, {"BOOL":true}, {"NULL":true}, {"B":"base64"}, {"L":[…]}, )"
    R"({"M":{…}}, {"SS":[…]}, {"NS":[…]} or {"BS":[…]})";

void append_type(JsonWriter& json, std::string_view type) {
    json.string_member("type", type);
}

// Writes "[A, B]" as an array.
void append_choices(JsonWriter& json, std::string_view enum_set) {
    json.begin_array("enum");
    std::string_view rest = enum_set.substr(1, enum_set.size() - 2);
    while (!rest.empty()) {
        const auto end = std::min(rest.find(", "), rest.size());
        json.string(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 2, rest.size()));
    }
    json.end_array();
}

void append_range(JsonWriter& json, const Shape& shape) {
    using Limits = std::numeric_limits<std::int64_t>;
    if (shape.value_min != Limits::min()) json.integer_member("minimum", shape.value_min);
    if (shape.value_max != Limits::max()) json.integer_member("maximum", shape.value_max);
}

void append_list(JsonWriter& json, const Shape& shape) {
    append_type(json, "array");
    json.key("items");
    append_schema(json, *shape.element);
    if (shape.length_min != 0) json.integer_member("minItems", shape.length_min);
    if (shape.length_max != std::numeric_limits<std::int64_t>::max()) {
        json.integer_member("maxItems", shape.length_max);
    }
}

void append_structure(JsonWriter& json, const Shape& shape) {
    append_type(json, "object");
    if (shape.members.empty()) return;
    json.begin_object("properties");
    for (const Member& member : shape.members) {
        if (!is_shown(member.name)) continue;
        json.key(member.name);
        append_schema(json, member);
    }
    json.end_object();
    if (std::ranges::none_of(shape.members, &Member::required)) return;
    json.begin_array("required");
    for (const Member& member : shape.members) {
        if (member.required) json.string(member.name);
    }
    json.end_array();
}

void append_members(JsonWriter& json, const Shape& shape) {
    switch (shape.type) {
        case ShapeType::String:
            append_type(json, "string");
            if (!shape.enum_set.empty()) append_choices(json, shape.enum_set);
            return;
        case ShapeType::Boolean: append_type(json, "boolean"); return;
        case ShapeType::Integer:
        case ShapeType::Long:
            append_type(json, "integer");
            append_range(json, shape);
            return;
        case ShapeType::Double: append_type(json, "number"); return;
        case ShapeType::Blob:
            append_type(json, "string");
            json.string_member("description", "Base64");
            return;
        case ShapeType::Structure: append_structure(json, shape); return;
        case ShapeType::List: append_list(json, shape); return;
        case ShapeType::Map:
            append_type(json, "object");
            json.key("additionalProperties");
            append_schema(json, *shape.element);
            return;
        case ShapeType::AttributeValue:
            append_type(json, "object");
            json.string_member("description", kValueHelp);
            return;
    }
}

}  // namespace

bool is_shown(std::string_view member) {
    return std::ranges::find(kLegacy, member) == kLegacy.end();
}

void append_schema(JsonWriter& json, const Shape& shape) {
    json.begin_object();
    append_members(json, shape);
    json.end_object();
}

void append_schema(JsonWriter& json, const Member& member) {
    json.begin_object();
    append_members(json, *member.shape);
    if (const auto words = words_of_member(member); !words.empty()) {
        json.string_member("description", words);
    }
    json.end_object();
}

}  // namespace stator::tools::mcp
