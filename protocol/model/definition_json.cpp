#include "protocol/model/definition_json.hpp"

namespace stator::protocol::model::definition {

using wire::JsonView;
using wire::JsonWriter;

void write_integer(JsonWriter& json, std::string_view name, std::optional<std::int64_t> value) {
    if (value) json.integer_member(name, *value);
}

void write_time(JsonWriter& json, std::string_view name, std::optional<Instant> time) {
    if (time) json.integer_member(name, time->unix_ms());
}

void write_text(JsonWriter& json, std::string_view name, std::string_view value) {
    if (!value.empty()) json.string_member(name, value);
}

void write_flag(JsonWriter& json, std::string_view name, bool value) {
    if (!value) return;
    json.boolean_member(name, true);
}

void write_key_schema(JsonWriter& json, const values::KeySchema& schema) {
    json.objects_member("KeySchema", schema, [&](const values::KeySchemaElement& element) {
        json.string_member("AttributeName", element.name);
        json.string_member("KeyType", values::text_of(element.type));
    });
}

std::optional<JsonView> read_object(JsonView json, std::string_view name) {
    const auto found = json.find(name);
    return found && found->is_object() ? found : std::nullopt;
}

std::string read_text(JsonView json, std::string_view name) {
    const auto found = json.find(name);
    return found && found->is_string() ? std::string(found->string()) : std::string();
}

bool read_flag(JsonView json, std::string_view name) {
    const auto found = json.find(name);
    return found && found->is_boolean() && found->boolean();
}

std::optional<std::int64_t> read_integer(JsonView json, std::string_view name) {
    const auto found = json.find(name);
    if (!found || !found->is_integer()) return std::nullopt;
    return found->integer();
}

std::optional<Instant> read_time(JsonView json, std::string_view name) {
    const auto unix_ms = read_integer(json, name);
    return unix_ms ? std::optional(Instant(*unix_ms)) : std::nullopt;
}

values::KeySchema read_keys(JsonView json) {
    values::KeySchema schema;
    for_each_object(json, "KeySchema", [&](JsonView element) {
        const bool range = read_text(element, "KeyType") == "RANGE";
        schema.push_back(
            {read_text(element, "AttributeName"),
             range ? values::KeyType::Range : values::KeyType::Hash}
        );
    });
    return schema;
}

void write_projection(wire::JsonWriter& json, const Projection& projection) {
    json.begin_object("Projection");
    json.string_member("ProjectionType", values::text_of(projection.type));
    if (!projection.non_key_attributes.empty()) {
        json.strings_member("NonKeyAttributes", projection.non_key_attributes);
    }
    json.end_object();
}

Projection read_projection(wire::JsonView json) {
    Projection projection;
    const auto found = read_object(json, "Projection");
    if (!found) return projection;
    projection.type = values::term_from<values::ProjectionType>(read_text(*found, "ProjectionType"))
                          .value_or(projection.type);
    const auto names = found->find("NonKeyAttributes");
    if (!names || !names->is_array()) return projection;
    for (const auto& name : names->elements()) {
        if (name.IsString())
            projection.non_key_attributes.emplace_back(wire::JsonView(name).string());
    }
    return projection;
}

}  // namespace stator::protocol::model::definition
