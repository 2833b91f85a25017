#include "protocol/expression/expression_scope.hpp"

#include <algorithm>
#include <vector>

#include "protocol/errors/expressions.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/expression/lexer.hpp"
#include "protocol/limits.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol {
namespace {

// A sigil and at least one letter, digit or underscore.
bool is_placeholder(std::string_view key, char sigil) {
    if (key.size() < 2 || key.front() != sigil) return false;
    const std::string_view word = key.substr(1);
    return std::all_of(word.begin(), word.end(), expression::is_word_character);
}

// AWS: the length counts before the syntax. [case expressions/placeholder_length]
Result<void> check_name_placeholder(std::string_view key) {
    if (key.size() > kMaxPlaceholderBytes) return errors::name_placeholder_too_long(key.size());
    if (!is_placeholder(key, '#')) return errors::invalid_name_placeholder(key);
    return {};
}

Result<void> check_value_placeholder(std::string_view key) {
    if (key.size() > kMaxPlaceholderBytes) return errors::value_placeholder_too_long();
    if (!is_placeholder(key, ':')) return errors::invalid_value_placeholder(key);
    return {};
}

Result<void> check_target(std::string_view placeholder, std::string_view name) {
    if (name.empty()) return errors::empty_name_target(placeholder);
    if (name.size() > kMaxAttributeNameBytes) return errors::attribute_name_too_large();
    return {};
}

}  // namespace

Result<ExpressionScope> ExpressionScope::decode(
    std::optional<wire::JsonView> names, std::optional<wire::JsonView> values, ValidationLayer layer
) {
    ExpressionScope scope;
    if (names) STATOR_CHECK(scope.decode_names(*names));
    if (values) STATOR_CHECK(scope.decode_values(*values, layer));
    return scope;
}

Result<void> ExpressionScope::decode_names(wire::JsonView names) {
    if (names.size() == 0) return errors::expression_names_empty();
    for (const auto& member : names.members()) {
        STATOR_CHECK(check_name_placeholder(wire::member_name(member)));
    }
    for (const auto& member : names.members()) {
        if (member.value.IsNull()) continue;
        const std::string_view placeholder = wire::member_name(member);
        const std::string_view name = wire::JsonView(member.value).string();
        STATOR_CHECK(check_target(placeholder, name));
        names_.insert_or_assign(std::string(placeholder), Meaning{std::string(name)});
    }
    return {};
}

// AWS: the older reader names the placeholder of a bad value. [case scan/expression_value_wrapping]
Result<void> ExpressionScope::decode_values(wire::JsonView values, ValidationLayer layer) {
    if (values.size() == 0) return errors::expression_values_empty();
    for (const auto& member : values.members()) {
        STATOR_CHECK(check_value_placeholder(wire::member_name(member)));
    }
    for (const auto& member : values.members()) {
        if (member.value.IsNull()) continue;
        const std::string_view placeholder = wire::member_name(member);
        Meaning meaning;
        const auto decoded =
            wire::decode_attribute_value(wire::JsonView(member.value), layer, meaning.content);
        if (decoded.has_error()) {
            if (layer == ValidationLayer::Current) return decoded.error();
            return errors::invalid_expression_value(decoded.error(), placeholder);
        }
        values_.insert_or_assign(std::string(placeholder), std::move(meaning));
    }
    return {};
}

const std::string* ExpressionScope::use(Meanings& meanings, std::string_view placeholder) {
    const auto found = meanings.find(placeholder);
    if (found == meanings.end()) return nullptr;
    found->second.used = true;
    return &found->second.content;
}

const std::string* ExpressionScope::name(std::string_view placeholder) {
    return use(names_, placeholder);
}

const AttributeValue* ExpressionScope::value(std::string_view placeholder) {
    return use(values_, placeholder);
}

Result<void> ExpressionScope::check_all_used() const {
    const auto unused = [](const Meanings& meanings) {
        std::vector<std::string_view> placeholders;
        for (const auto& [placeholder, meaning] : meanings) {
            if (!meaning.used) placeholders.push_back(placeholder);
        }
        return placeholders;
    };
    const auto names = unused(names_);
    if (!names.empty()) return errors::unused_names(names);
    const auto values = unused(values_);
    if (!values.empty()) return errors::unused_values(values);
    return {};
}

}  // namespace stator::protocol
