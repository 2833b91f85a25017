// Messages about the expression languages: placeholders, syntax, semantics, and what goes wrong
// when an update meets an item. All are ValidationException and none carries the envelope.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/values/attribute_value.hpp"
#include "protocol/values/document_path.hpp"
#include "protocol/values/expression_kind.hpp"

namespace stator::protocol::errors {

// ExpressionAttributeNames and ExpressionAttributeValues.
inline constexpr Text<0> expression_names_empty{"ExpressionAttributeNames must not be empty"};
inline constexpr Text<0> expression_values_empty{"ExpressionAttributeValues must not be empty"};
// AWS documents the limit of 2 MB, but its wording of the error is not known.
inline constexpr Text<0> expression_names_too_large{
    "ExpressionAttributeNames size has exceeded the maximum allowed size"};
inline constexpr Text<0> expression_values_too_large{
    "ExpressionAttributeValues size has exceeded the maximum allowed size"};
ApiError invalid_name_placeholder(std::string_view placeholder);
ApiError invalid_value_placeholder(std::string_view placeholder);
ApiError name_placeholder_too_long(std::size_t bytes);
inline constexpr Text<0> value_placeholder_too_long{
    "ExpressionAttributeValues contains invalid key: The expression attribute map contains a key "
    "that is too long;"};
inline constexpr Text<1> empty_name_target{
    "ExpressionAttributeNames contains invalid value: Empty attribute name for key {placeholder}"};
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
inline constexpr Text<1> key_condition_operator{
    "Invalid operator used in KeyConditionExpression: {operation}"};
ApiError key_attribute_not_first(std::string_view operation);
inline constexpr Text<0> key_condition_nested_operation{
    "KeyConditionExpressions cannot contain nested operations"};
ApiError key_condition_two_attributes();
ApiError key_condition_nested_attribute();
ApiError key_condition_without_attribute();
ApiError key_condition_repeated(const Region& region);

// An update meeting an item.
inline constexpr Text<0> invalid_update_path{
    "The document path provided in the update expression is invalid for update"};
inline constexpr Text<0> missing_update_operand{
    "The provided expression refers to an attribute that does not exist in the item"};
inline constexpr Text<0> wrong_update_operand_type{
    "An operand in the update expression has an incorrect data type"};

}  // namespace stator::protocol::errors
