#include "tools/transfer/plain_json.hpp"

#include <string_view>

#include "protocol/values/number.hpp"

namespace stator::tools::transfer {
namespace {

using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

// Writes a number in JSON's syntax: no plus sign, no decimal point at an end.
void write_number(JsonWriter& json, std::string_view text) {
    std::string encoded;
    const auto number =
        protocol::values::encode_number(text, protocol::values::Dialect::Current, encoded);
    if (number.has_error()) {
        json.string(text);
    } else {
        json.raw(protocol::values::number_text(encoded));
    }
}

bool write_plain_value(JsonWriter& json, JsonView value);

bool write_plain_members(JsonWriter& json, JsonView members) {
    json.begin_object();
    for (const auto& member : members.members()) {
        json.key(protocol::wire::member_name(member));
        if (!write_plain_value(json, JsonView(member.value))) return false;
    }
    json.end_object();
    return true;
}

bool write_plain_elements(JsonWriter& json, std::string_view type, JsonView elements) {
    json.begin_array();
    for (const auto& element : elements.elements()) {
        const JsonView one(element);
        if (type == "L") {
            if (!write_plain_value(json, one)) return false;
        } else if (!one.is_string()) {
            return false;
        } else if (type == "NS") {
            write_number(json, one.string());
        } else {
            json.string(one.string());
        }
    }
    json.end_array();
    return true;
}

bool write_plain_value(JsonWriter& json, JsonView value) {
    if (!value.is_object() || value.size() != 1) return false;
    const auto& member = *value.members().begin();
    const std::string_view type = protocol::wire::member_name(member);
    const JsonView content(member.value);
    if (type == "M" && content.is_object()) return write_plain_members(json, content);
    if (content.is_array()) return write_plain_elements(json, type, content);
    if (type == "NULL") {
        json.null();
    } else if (type == "BOOL" && content.is_boolean()) {
        json.boolean(content.boolean());
    } else if (!content.is_string()) {
        return false;
    } else if (type == "N") {
        write_number(json, content.string());
    } else {
        json.string(content.string());
    }
    return true;
}

}  // namespace

bool append_plain_json(std::string& out, JsonView item) {
    if (!item.is_object()) return false;
    JsonWriter json(out);
    return write_plain_members(json, item);
}

}  // namespace stator::tools::transfer
