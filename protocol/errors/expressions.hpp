// Messages about the expression languages: placeholders, syntax, semantics, and what goes wrong
// when an update meets an item. All are ValidationException and none carries the envelope.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/values/attribute_value.hpp"
#include "protocol/values/document_path.hpp"
#include "protocol/values/expression_kind.hpp"

namespace stator::protocol::errors {

// ExpressionAttributeNames and ExpressionAttributeValues.
ApiError expression_names_empty();
ApiError expression_values_empty();
// AWS documents the limit of 2 MB, but its wording of the error is not known.
ApiError expression_names_too_large();
ApiError expression_values_too_large();
ApiError invalid_name_placeholder(std::string_view placeholder);
ApiError invalid_value_placeholder(std::string_view placeholder);
ApiError name_placeholder_too_long(std::size_t bytes);
ApiError value_placeholder_too_long();
ApiError empty_name_target(std::string_view placeholder);
ApiError unused_names(std::span<const std::string_view> placeholders);
ApiError unused_values(std::span<const std::string_view> placeholders);

// Size and count.
ApiError expression_empty(values::ExpressionKind kind);
ApiError expression_too_long(values::ExpressionKind kind, std::size_t bytes);
ApiError too_many_operators(values::ExpressionKind kind);
ApiError too_many_in_operands(values::ExpressionKind kind, std::size_t count);
ApiError path_too_deep(values::ExpressionKind kind, std::size_t levels);
ApiError list_index_too_large(values::ExpressionKind kind, std::string_view digits);

// Syntax. `near` is the source from the previous token to the next one.
ApiError syntax_error(values::ExpressionKind kind, std::string_view token, std::string_view near);

// Semantics.
ApiError redundant_parentheses(values::ExpressionKind kind);
ApiError reserved_word(values::ExpressionKind kind, std::string_view word);
ApiError invalid_function(values::ExpressionKind kind, std::string_view function);
// A function that belongs to the other expression language: size() in an update, if_not_exists() in
// a condition.
ApiError function_not_allowed(values::ExpressionKind kind, std::string_view function);
ApiError function_misused(values::ExpressionKind kind, std::string_view function);
ApiError repeated_section(std::string_view section);
ApiError undefined_name(values::ExpressionKind kind, std::string_view placeholder);
ApiError undefined_value(values::ExpressionKind kind, std::string_view placeholder);
ApiError paths_overlap(
    values::ExpressionKind kind, const values::DocumentPath& one, const values::DocumentPath& two
);
ApiError paths_conflict(
    values::ExpressionKind kind, const values::DocumentPath& one, const values::DocumentPath& two
);
// The same of two columns of a SELECT.
ApiError columns_overlap(const values::DocumentPath& one, const values::DocumentPath& two);
ApiError columns_conflict(const values::DocumentPath& one, const values::DocumentPath& two);
// The operand of ADD or DELETE.
ApiError update_operand_type(std::string_view section, values::AttributeType type);
ApiError operand_type(
    values::ExpressionKind kind, std::string_view operation, values::AttributeType type
);
// attribute_type() with a path in place of the type name.
ApiError type_name_is_path(values::ExpressionKind kind);
ApiError operand_count(values::ExpressionKind kind, std::string_view function, std::size_t count);
ApiError path_required(values::ExpressionKind kind, std::string_view function);
ApiError first_operand_not_distinct(
    values::ExpressionKind kind, std::string_view operation, const values::DocumentPath& path
);
ApiError between_types_differ(
    values::ExpressionKind kind, values::AttributeValueView lower, values::AttributeValueView upper
);
ApiError between_bounds_reversed(
    values::ExpressionKind kind, values::AttributeValueView lower, values::AttributeValueView upper
);
ApiError unknown_type_name(values::ExpressionKind kind, std::string_view name);

// Key conditions that no key schema could serve.
ApiError key_condition_operator(std::string_view operation);
ApiError key_attribute_not_first(std::string_view operation);
ApiError key_condition_nested_operation();
ApiError key_condition_two_attributes();
ApiError key_condition_nested_attribute();
ApiError key_condition_without_attribute();
ApiError key_condition_repeated(const Region& region);

// An update meeting an item.
ApiError invalid_update_path();
ApiError missing_update_operand();
ApiError wrong_update_operand_type();

}  // namespace stator::protocol::errors
