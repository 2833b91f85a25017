#include "protocol/expression/analysis/expression_scope.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "protocol/base/limits.hpp"
#include "protocol/errors/expressions.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/expression/syntax/lexer.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::expression::analysis {
namespace {

// Returns true for a sigil followed by at least one letter, digit or underscore.
bool is_placeholder(std::string_view key, char sigil) {
    if (key.size() < 2 || key.front() != sigil) return false;
    const std::string_view word = key.substr(1);
    return std::all_of(word.begin(), word.end(), syntax::is_word_character);
}

// AWS: checks the length before the syntax. [case expressions/placeholder_length]
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

// AWS: treats null as an AttributeValue without a datatype. [case items/null_entries]
Result<void> decode_value(
    wire::JsonView json,
    decltype(wire::decode_attribute_value)* decode,
    values::Dialect dialect,
    std::string& out
) {
    if (json.is_null()) return errors::value_is_empty();
    return decode(json, dialect, out);
}

// Returns an empty or zero value of the first datatype that `json` declares.
values::AttributeValue stand_in(wire::JsonView json) {
    static constexpr std::pair<std::string_view, values::AttributeType> kTypes[] = {
        {"S", values::AttributeType::String},
        {"N", values::AttributeType::Number},
        {"B", values::AttributeType::Binary},
        {"SS", values::AttributeType::StringSet},
        {"NS", values::AttributeType::NumberSet},
        {"BS", values::AttributeType::BinarySet},
        {"L", values::AttributeType::List},
        {"M", values::AttributeType::Map},
    };
    for (const auto& [name, type] : kTypes) {
        if (json.is_null() || !json.find(name)) continue;
        if (values::is_scalar_key(type)) {
            const bool is_number = type == values::AttributeType::Number;
            return values::AttributeValue::scalar(type, is_number ? values::encode_integer(0) : "");
        }
        values::AttributeValue value;
        values::close_container(value.buffer(), values::open_container(value.buffer(), type, 0));
        return value;
    }
    return values::AttributeValue::null();
}

// Returns the placeholder's meaning and marks it as used; null if it is undefined.
template <class Meanings>
auto* use(Meanings& meanings, std::string_view placeholder) {
    const auto found = meanings.find(placeholder);
    if (found == meanings.end()) return static_cast<decltype(&found->second.content)>(nullptr);
    found->second.used = true;
    return &found->second.content;
}

}  // namespace

Result<ExpressionScope> ExpressionScope::decode(
    std::optional<wire::JsonView> names,
    std::optional<wire::JsonView> values,
    values::Dialect dialect
) {
    ExpressionScope scope;
    if (names) STATOR_CHECK(scope.decode_names(*names));
    if (values) STATOR_CHECK(scope.decode_values(*values, dialect, Judgement::Now));
    return scope;
}

Result<ExpressionScope> ExpressionScope::decode_of_any_depth(
    std::optional<wire::JsonView> names,
    std::optional<wire::JsonView> values,
    values::Dialect dialect
) {
    ExpressionScope scope;
    if (names) STATOR_CHECK(scope.decode_names(*names));
    if (values) STATOR_CHECK(scope.decode_values(*values, dialect, Judgement::NowButDepth));
    return scope;
}

Result<ExpressionScope> ExpressionScope::decode_judging_values_later(
    std::optional<wire::JsonView> names,
    std::optional<wire::JsonView> values,
    values::Dialect dialect
) {
    ExpressionScope scope;
    if (names) STATOR_CHECK(scope.decode_names(*names));
    if (values) STATOR_CHECK(scope.decode_values(*values, dialect, Judgement::Later));
    return scope;
}

Result<void> ExpressionScope::check_values() const {
    if (value_fault_) return *value_fault_;
    return {};
}

Result<void> ExpressionScope::decode_names(wire::JsonView names) {
    if (names.size() == 0) return errors::expression_names_empty();
    for (const auto& member : names.members()) {
        STATOR_CHECK(check_name_placeholder(wire::member_name(member)));
    }
    std::size_t bytes = 0;
    for (const auto& member : names.members()) {
        if (member.value.IsNull()) continue;
        const std::string_view placeholder = wire::member_name(member);
        const std::string_view name = wire::JsonView(member.value).string();
        STATOR_CHECK(check_target(placeholder, name));
        bytes += name.size();
        names_.insert_or_assign(std::string(placeholder), Meaning<std::string>{std::string(name)});
    }
    if (bytes > kMaxSubstitutionBytes) return errors::expression_names_too_large();
    return {};
}

Result<void> ExpressionScope::decode_values(
    wire::JsonView values, values::Dialect dialect, Judgement judgement
) {
    if (values.size() == 0) return errors::expression_values_empty();
    for (const auto& member : values.members()) {
        STATOR_CHECK(check_value_placeholder(wire::member_name(member)));
    }
    std::size_t bytes = 0;
    for (const auto& member : values.members()) {
        const std::string_view placeholder = wire::member_name(member);
        Meaning<values::AttributeValue> meaning;
        const auto decode = judgement == Judgement::NowButDepth ? wire::decode_unchecked_depth
                                                                : wire::decode_attribute_value;
        const auto decoded =
            decode_value(wire::JsonView(member.value), decode, dialect, meaning.content.buffer());
        if (decoded.has_error()) {
            ApiError fault =
                errors::invalid_expression_value(decoded.error(), placeholder, dialect);
            if (judgement != Judgement::Later) return fault;
            if (!value_fault_) value_fault_ = std::move(fault);
            meaning.content = stand_in(wire::JsonView(member.value));
        }
        bytes += meaning.content.view().size_bytes();
        values_.insert_or_assign(std::string(placeholder), std::move(meaning));
    }
    if (bytes > kMaxSubstitutionBytes) return errors::expression_values_too_large();
    return {};
}

const std::string* ExpressionScope::name(std::string_view placeholder) {
    return use(names_, placeholder);
}

const values::AttributeValue* ExpressionScope::value(std::string_view placeholder) {
    return use(values_, placeholder);
}

Result<void> ExpressionScope::check_all_used() const {
    const auto unused = [](const auto& meanings) {
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

}  // namespace stator::protocol::expression::analysis
