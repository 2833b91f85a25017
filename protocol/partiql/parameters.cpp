#include "protocol/partiql/parameters.hpp"

#include <string>

#include "protocol/base/limits.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::partiql {
namespace {

using wire::JsonView;

// Returns the only container in the value; nullopt for any other value.
std::optional<JsonView> container_of(JsonView value) {
    std::optional<JsonView> only;
    for (const auto& member : value.members()) {
        if (member.value.IsNull()) continue;
        if (only) return std::nullopt;
        const std::string_view type = wire::member_name(member);
        if (type != "M" && type != "L") return std::nullopt;
        only = JsonView(member.value);
    }
    return only;
}

Result<void> check_value(JsonView value, std::size_t level) {
    if (level > kMaxNestingLevels) return errors::nesting_too_deep();
    const auto container = container_of(value);
    if (!container) {
        std::string ignored;
        return wire::decode_attribute_value(value, values::Dialect::Older, ignored);
    }
    if (container->is_array()) {
        for (const auto& element : container->elements()) {
            if (element.IsNull()) return errors::value_is_empty();
            STATOR_CHECK(check_value(JsonView(element), level + 1));
        }
        return {};
    }
    for (const auto& member : container->members()) {
        if (member.value.IsNull()) continue;
        if (wire::member_name(member).empty()) return errors::empty_attribute_name();
        STATOR_CHECK(check_value(JsonView(member.value), level + 1));
    }
    return {};
}

}  // namespace

Result<std::vector<values::AttributeValue>> decode_parameters(std::optional<JsonView> json) {
    std::vector<values::AttributeValue> values;
    if (!json) return values;
    for (const auto& element : json->elements()) {
        if (element.IsNull()) return errors::value_is_empty();
        STATOR_CHECK(check_value(JsonView(element), 1));
        values::AttributeValue value;
        STATOR_CHECK(
            wire::decode_unchecked_depth(JsonView(element), values::Dialect::Older, value.buffer())
        );
        values.push_back(std::move(value));
    }
    return values;
}

}  // namespace stator::protocol::partiql
