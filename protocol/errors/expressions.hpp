// Messages about the expression languages: placeholders, syntax, semantics, and errors of applying
// an update to an item. All are ValidationException, and none has the envelope.
#pragma once

#include <cstddef>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/errors/wordings.hpp"
#include "protocol/values/expression_kind.hpp"

namespace stator::protocol::errors {

// Returns the error with a prefix such as "Invalid ConditionExpression: ". AWS: a PartiQL statement
// has the same errors without the prefix. [case ExecuteStatement/operand_types]
ApiError of_expression(values::ExpressionKind kind, ApiError error);

// A text that all kinds of expressions share.
template <std::size_t Gaps>
class ExpressionText {
public:
    // Not explicit, so that a message can be written as a string literal.
    // NOLINTNEXTLINE(google-explicit-constructor)
    consteval ExpressionText(std::string_view words) : text_(words) {}

    template <class... Fillings>

    requires(sizeof...(Fillings) == Gaps) [[nodiscard, gnu::cold]] ApiError operator()(
        values::ExpressionKind kind, const Fillings&... fillings
    ) const {
        return of_expression(kind, text_(fillings...));
    }

private:
    Text<Gaps> text_;
};

// ExpressionAttributeNames and ExpressionAttributeValues.
inline constexpr Text<0> expression_names_empty{"ExpressionAttributeNames must not be empty"};
inline constexpr Text<0> expression_values_empty{"ExpressionAttributeValues must not be empty"};
// AWS documents the limit of 2 MB, but the wording of the error is not known.
inline constexpr Text<0> expression_names_too_large{
    "ExpressionAttributeNames size has exceeded the maximum allowed size"};
inline constexpr Text<0> expression_values_too_large{
    "ExpressionAttributeValues size has exceeded the maximum allowed size"};
inline constexpr Text<1> invalid_name_placeholder{
    "ExpressionAttributeNames contains invalid key: Syntax error; key: \"{placeholder}\""};
inline constexpr Text<1> invalid_value_placeholder{
    "ExpressionAttributeValues contains invalid key: Syntax error; key: \"{placeholder}\""};
inline constexpr Text<1> name_placeholder_too_long{
    "ExpressionAttributeNames contains invalid key: The expression attribute map contains a key "
    "that is too long; size of key: {bytes}"};
inline constexpr Text<0> value_placeholder_too_long{
    "ExpressionAttributeValues contains invalid key: The expression attribute map contains a key "
    "that is too long;"};
inline constexpr Text<1> empty_name_target{
    "ExpressionAttributeNames contains invalid value: Empty attribute name for key {placeholder}"};
inline constexpr Text<1> unused_names{
    "Value provided in ExpressionAttributeNames unused in expressions: keys: {{placeholders}}"};
inline constexpr Text<1> unused_values{
    "Value provided in ExpressionAttributeValues unused in expressions: keys: {{placeholders}}"};

// Size and count.
inline constexpr ExpressionText<0> expression_empty{"The expression can not be empty;"};
ApiError expression_too_long(values::ExpressionKind kind, std::size_t bytes);
// AWS: always 301, because the parser stops there. [case expressions/operator_limit]
inline constexpr ExpressionText<0> too_many_operators{
    "The expression contains too many operators; operator count: 301"};
inline constexpr ExpressionText<1> too_many_in_operands{
    "The IN operator is provided with too many operands; number of operands: {count}"};
inline constexpr ExpressionText<1> path_too_deep{
    "The document path has too many nesting levels; nesting levels: {levels}"};
inline constexpr ExpressionText<1> list_index_too_large{
    "List index is not within the allowable range; index: [{digits}]"};

// Syntax. `near` is the source from the previous token to the next one.
inline constexpr ExpressionText<2> syntax_error{
    "Syntax error; token: \"{token}\", near: \"{near}\""};

// Semantics.
inline constexpr ExpressionText<0> redundant_parentheses{
    "The expression has redundant parentheses;"};
inline constexpr ExpressionText<1> reserved_word{
    "Attribute name is a reserved keyword; reserved keyword: {word}"};
inline constexpr ExpressionText<1> invalid_function{"Invalid function name; function: {function}"};
// A function of the other expression language: size() in an update, if_not_exists() in a condition.
ApiError function_not_allowed(values::ExpressionKind kind, std::string_view function);
inline constexpr ExpressionText<1> function_misused{
    "The function is not allowed to be used this way in an expression; function: {function}"};
inline constexpr Text<1> repeated_section{
    "Invalid UpdateExpression: The \"{section}\" section can only be used once in an update "
    "expression;"};
inline constexpr ExpressionText<1> undefined_name{
    "An expression attribute name used in the document path is not defined; attribute name: "
    "{placeholder}"};
inline constexpr ExpressionText<1> undefined_value{
    "An expression attribute value used in expression is not defined; attribute value: "
    "{placeholder}"};
inline constexpr ExpressionText<2> paths_overlap{
    "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
    "one: {one}, path two: {two}"};
inline constexpr ExpressionText<2> paths_conflict{
    "Two document paths conflict with each other; must remove or rewrite one of these paths; path "
    "one: {one}, path two: {two}"};
// The operand of ADD or DELETE.
inline constexpr Worded<Message::UpdateOperandType> update_operand_type;
inline constexpr ExpressionText<2> operand_type{
    "Incorrect operand type for operator or function; operator or function: {operation}, operand "
    "type: {type}"};
// attribute_type() with a path instead of a type name. AWS: the order inside the braces varies.
// [case condition/attribute_type_operand]
inline constexpr ExpressionText<0> type_name_is_path{
    "Incorrect operand type for operator or function; operator or function: attribute_type, "
    "operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}"};
inline constexpr ExpressionText<2> operand_count{
    "Incorrect number of operands for operator or function; operator or function: {function}, "
    "number of operands: {count}"};
inline constexpr ExpressionText<1> path_required{
    "Operator or function requires a document path; operator or function: {function}"};
inline constexpr ExpressionText<2> first_operand_not_distinct{
    "The first operand must be distinct from the remaining operands for this operator or function; "
    "operator: {operation}, first operand: {path}"};
inline constexpr ExpressionText<2> between_types_differ{
    "The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: "
    "{lower}, upper bound operand: {upper}"};
inline constexpr ExpressionText<2> between_bounds_reversed{
    "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower "
    "bound operand: {lower}, upper bound operand: {upper}"};
ApiError unknown_type_name(values::ExpressionKind kind, std::string_view name);

// Key conditions that no key schema supports.
inline constexpr Text<1> key_condition_operator{
    "Invalid operator used in KeyConditionExpression: {operation}"};
inline constexpr Text<1> key_attribute_not_first{
    "Invalid condition in KeyConditionExpression: {operation} operator must have the key attribute "
    "as its first operand"};
inline constexpr Text<0> key_condition_nested_operation{
    "KeyConditionExpressions cannot contain nested operations"};
inline constexpr Text<0> key_condition_two_attributes{
    "Invalid KeyConditionExpression: Invalid condition in KeyConditionExpression: Multiple "
    "attribute names used in one condition"};
inline constexpr Text<0> key_condition_nested_attribute{
    "Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested "
    "attributes"};
inline constexpr Text<0> key_condition_without_attribute{
    "Invalid condition in KeyConditionExpression: No key attribute specified"};
inline constexpr Worded<Message::KeyConditionRepeated> key_condition_repeated;

// Errors of applying an update to an item.
inline constexpr Text<0> invalid_update_path{
    "The document path provided in the update expression is invalid for update"};
inline constexpr Text<0> missing_update_operand{
    "The provided expression refers to an attribute that does not exist in the item"};
inline constexpr Text<0> wrong_update_operand_type{
    "An operand in the update expression has an incorrect data type"};

}  // namespace stator::protocol::errors
