#include "emulator/access/authorization/item_keys.hpp"

#include <array>

#include "protocol/operations/query/query.hpp"

namespace stator::emulator::access::authorization {
namespace {

using protocol::wire::JsonView;
using protocol::wire::member_name;

// Calls `visit` with each element of an array or each member of an object. Ignores other values.
template <class Visit>
void for_each_of(std::optional<JsonView> value, const Visit& visit) {
    if (!value) return;
    if (value->is_array()) {
        for (const auto& element : value->elements()) visit(JsonView(element));
    }
}

void add_member_names(Texts& names, std::optional<JsonView> object) {
    if (!object || !object->is_object()) return;
    for (const auto& member : object->members()) add_once(names, member_name(member));
}

void add_value(Texts& values, std::optional<JsonView> item, std::string_view attribute) {
    const auto value = item && item->is_object() ? item->find(attribute) : std::nullopt;
    const auto text = value ? key_text(*value) : std::nullopt;
    if (text) add_once(values, *text);
}

// The Item or Key of one write in a batch.
std::optional<JsonView> written(JsonView request) {
    if (!request.is_object()) return std::nullopt;
    if (const auto put = request.find("PutRequest")) return put->find("Item");
    if (const auto remove = request.find("DeleteRequest")) return remove->find("Key");
    return std::nullopt;
}

// A query that cannot be parsed adds no values; the operation rejects it.
void add_queried_values(Texts& values, JsonView part, std::string_view attribute) {
    const auto query = protocol::operations::query::decode_query(part);
    if (query.has_error()) return;
    for (const auto& condition : query->key_conditions) {
        if (condition.attribute != attribute) continue;
        if (condition.op != protocol::expression::KeyOperator::Equal) continue;
        const auto text = key_text(condition.values.front().view());
        if (text) add_once(values, *text);
    }
}

}  // namespace

void add_key_values(Texts& values, JsonView part, std::string_view attribute) {
    for_each_of(part, [&](JsonView write) { add_value(values, written(write), attribute); });
    if (!part.is_object()) return;
    for (const char* member : {"Key", "Item"}) add_value(values, part.find(member), attribute);
    for_each_of(part.find("Keys"), [&](JsonView key) { add_value(values, key, attribute); });
    const bool is_query = part.find("KeyConditionExpression") || part.find("KeyConditions");
    if (is_query) add_queried_values(values, part, attribute);
}

void add_attributes(Texts& attributes, JsonView part) {
    for_each_of(part, [&](JsonView write) { add_member_names(attributes, written(write)); });
    if (!part.is_object()) return;
    constexpr std::array kMaps{
        "Key",
        "Item",
        "Expected",
        "AttributeUpdates",
        "KeyConditions",
        "QueryFilter",
        "ScanFilter"};
    for (const char* member : kMaps) add_member_names(attributes, part.find(member));
    for_each_of(part.find("Keys"), [&](JsonView key) { add_member_names(attributes, key); });
    for_each_of(part.find("AttributesToGet"), [&](JsonView name) {
        if (name.is_string()) add_once(attributes, name.string());
    });
    constexpr std::array kExpressions{
        "KeyConditionExpression",
        "ProjectionExpression",
        "FilterExpression",
        "ConditionExpression"};
    const auto names = part.find("ExpressionAttributeNames");
    for (const char* member : kExpressions) {
        add_attributes(attributes, Expression{part.string_or_empty(member), names});
    }
    add_attributes(attributes, Expression{part.string_or_empty("UpdateExpression"), names, true});
}

bool has_projection(JsonView part) {
    return part.is_object() && (part.find("ProjectionExpression").has_value() ||
                                part.find("AttributesToGet").has_value());
}

}  // namespace stator::emulator::access::authorization
