// AttributeUpdates and AttributesToGet, the legacy parameters that are not conditions.
#include <set>

#include "protocol/base/limits.hpp"
#include "protocol/errors/legacy.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/expression/legacy/legacy.hpp"
#include "protocol/expression/legacy/legacy_comparison.hpp"
#include "protocol/expression/legacy/legacy_entries.hpp"

namespace stator::protocol::expression::legacy {
namespace {

Result<void> check_name(std::string_view name) {
    if (name.empty()) return errors::empty_attribute_name();
    if (name.size() > kMaxAttributeNameBytes) return errors::attribute_name_too_large();
    return {};
}

// PUT is the default.
UpdateActionKind action_kind(std::string_view action, bool has_value) {
    if (action == "ADD") return UpdateActionKind::Add;
    if (action != "DELETE") return UpdateActionKind::Set;
    return has_value ? UpdateActionKind::Delete : UpdateActionKind::Remove;
}

// AWS: ADD also accepts lists here, unlike ADD in an expression. [case UpdateItem/legacy_add_list]
Result<void> check_action_type(UpdateActionKind kind, values::AttributeType type) {
    const bool adds = values::is_set(type) || type == values::AttributeType::Number ||
                      type == values::AttributeType::List;
    if (kind == UpdateActionKind::Delete && !values::is_set(type))
        return errors::delete_action_type(type);
    if (kind == UpdateActionKind::Add && !adds) return errors::add_action_type(type);
    return {};
}

Result<UpdateAction> decode_action(
    std::string_view attribute, wire::JsonView json, values::Dialect dialect
) {
    STATOR_CHECK(check_name(attribute));
    const auto value = json.find("Value");
    UpdateAction action{
        .kind = action_kind(json.string_or_empty("Action"), value.has_value()),
        .path = literal_name(attribute),
    };
    if (value) {
        STATOR_TRY(action.value.literal, decode_legacy_literal(*value, dialect));
        STATOR_CHECK(check_action_type(action.kind, action.value.literal.view().type()));
    } else if (action.kind != UpdateActionKind::Remove) {
        return errors::action_needs_value();
    }
    return action;
}

}  // namespace

Result<UpdateExpression> decode_attribute_updates(
    wire::JsonView attribute_updates, values::Dialect dialect
) {
    UpdateExpression update{.actions = {}, .legacy = true};
    for (const auto& [attribute, json] : legacy_entries(attribute_updates)) {
        STATOR_TRY(UpdateAction action, decode_action(attribute, json, dialect));
        update.actions.push_back(std::move(action));
    }
    return update;
}

Result<std::vector<values::DocumentPath>> decode_attributes_to_get(wire::JsonView names) {
    std::vector<values::DocumentPath> paths;
    std::set<std::string_view> seen;
    for (const auto& element : names.elements()) {
        if (element.IsNull()) continue;
        const std::string_view name = wire::JsonView(element).string();
        STATOR_CHECK(check_name(name));
        if (!seen.insert(name).second) return errors::repeated_attribute_to_get(name);
        paths.push_back(literal_name(name));
    }
    return paths;
}

}  // namespace stator::protocol::expression::legacy
