#include "protocol/errors/expressions.hpp"

#include "protocol/errors/general.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/errors/wordings.hpp"
#include "protocol/values/number.hpp"

namespace stator::protocol::errors {
namespace {

// "Invalid ConditionExpression: " and the text.
// AWS: a PartiQL statement has the same faults without the prefix.
// [case ExecuteStatement/operand_types]
ApiError invalid(values::ExpressionKind kind, std::string_view text) {
    if (kind == values::ExpressionKind::Statement) return validation(std::string(text));
    return validation(
        std::string("Invalid ").append(values::expression_kind_name(kind)).append(": ").append(text)
    );
}

ApiError invalid(values::ExpressionKind kind, std::string_view text, std::string_view detail) {
    return invalid(kind, std::string(text).append(detail));
}

std::string joined(std::span<const std::string_view> texts) {
    std::string joined_text;
    for (const std::string_view text : texts) {
        if (!joined_text.empty()) joined_text.append(", ");
        joined_text.append(text);
    }
    return joined_text;
}

ApiError unused(std::string_view parameter, std::span<const std::string_view> placeholders) {
    return validation(std::string("Value provided in ")
                          .append(parameter)
                          .append(" unused in expressions: keys: {")
                          .append(joined(placeholders))
                          .append("}"));
}

ApiError invalid_placeholder(std::string_view parameter, std::string_view placeholder) {
    return validation(std::string(parameter)
                          .append(" contains invalid key: Syntax error; key: \"")
                          .append(placeholder)
                          .append("\""));
}

std::string collision_text(
    std::string_view verb, const values::DocumentPath& one, const values::DocumentPath& two
) {
    return std::string("Two document paths ")
        .append(verb)
        .append(" with each other; must remove or rewrite one of these paths; path one: ")
        .append(values::path_text(one))
        .append(", path two: ")
        .append(values::path_text(two));
}

ApiError between(
    values::ExpressionKind kind,
    std::string_view rule,
    values::AttributeValueView lower,
    values::AttributeValueView upper
) {
    return invalid(
        kind,
        std::string("The BETWEEN operator requires ")
            .append(rule)
            .append("; lower bound operand: ")
            .append(value_text(lower))
            .append(", upper bound operand: ")
            .append(value_text(upper))
    );
}

ApiError wrong_operand(
    values::ExpressionKind kind, std::string_view operation, std::string_view type_text
) {
    return invalid(
        kind,
        std::string("Incorrect operand type for operator or function; operator or function: ")
            .append(operation)
            .append(", operand type: ")
            .append(type_text)
    );
}

ApiError key_condition(std::string_view text) {
    return validation(std::string("Invalid condition in KeyConditionExpression: ").append(text));
}

}  // namespace

ApiError invalid_name_placeholder(std::string_view placeholder) {
    return invalid_placeholder("ExpressionAttributeNames", placeholder);
}

ApiError invalid_value_placeholder(std::string_view placeholder) {
    return invalid_placeholder("ExpressionAttributeValues", placeholder);
}

ApiError name_placeholder_too_long(std::size_t bytes) {
    return validation(
        "ExpressionAttributeNames contains invalid key: The expression attribute map contains a "
        "key that is too long; size of key: " +
        std::to_string(bytes)
    );
}

ApiError unused_names(std::span<const std::string_view> placeholders) {
    return unused("ExpressionAttributeNames", placeholders);
}

ApiError unused_values(std::span<const std::string_view> placeholders) {
    return unused("ExpressionAttributeValues", placeholders);
}

ApiError expression_empty(values::ExpressionKind kind) {
    return invalid(kind, "The expression can not be empty;");
}

// AWS: only conditions and filters tell the size. [case expressions/expression_size]
ApiError expression_too_long(values::ExpressionKind kind, std::size_t bytes) {
    constexpr std::string_view kText = "Expression size has exceeded the maximum allowed size;";
    const bool tells_size =
        kind == values::ExpressionKind::Condition || kind == values::ExpressionKind::Filter;
    if (!tells_size) return invalid(kind, kText);
    return invalid(kind, kText, " expression size: " + std::to_string(bytes));
}

// AWS: always 301, because the parser stops there. [case expressions/operator_limit]
ApiError too_many_operators(values::ExpressionKind kind) {
    return invalid(kind, "The expression contains too many operators; operator count: 301");
}

ApiError too_many_in_operands(values::ExpressionKind kind, std::size_t count) {
    return invalid(
        kind,
        "The IN operator is provided with too many operands; number of operands: ",
        std::to_string(count)
    );
}

ApiError path_too_deep(values::ExpressionKind kind, std::size_t levels) {
    return invalid(
        kind,
        "The document path has too many nesting levels; nesting levels: ",
        std::to_string(levels)
    );
}

ApiError list_index_too_large(values::ExpressionKind kind, std::string_view digits) {
    return invalid(
        kind,
        "List index is not within the allowable range; index: ",
        std::string("[").append(digits).append("]")
    );
}

ApiError syntax_error(values::ExpressionKind kind, std::string_view token, std::string_view near) {
    return invalid(
        kind,
        std::string("Syntax error; token: \"")
            .append(token)
            .append("\", near: \"")
            .append(near)
            .append("\"")
    );
}

ApiError redundant_parentheses(values::ExpressionKind kind) {
    return invalid(kind, "The expression has redundant parentheses;");
}

ApiError reserved_word(values::ExpressionKind kind, std::string_view word) {
    return invalid(kind, "Attribute name is a reserved keyword; reserved keyword: ", word);
}

ApiError invalid_function(values::ExpressionKind kind, std::string_view function) {
    return invalid(kind, "Invalid function name; function: ", function);
}

ApiError function_not_allowed(values::ExpressionKind kind, std::string_view function) {
    const std::string_view where = kind == values::ExpressionKind::Update
                                       ? "an update expression; function: "
                                       : "a condition expression; function: ";
    return invalid(
        kind, std::string("The function is not allowed in ").append(where).append(function)
    );
}

ApiError function_misused(values::ExpressionKind kind, std::string_view function) {
    return invalid(
        kind,
        "The function is not allowed to be used this way in an expression; function: ",
        function
    );
}

ApiError repeated_section(std::string_view section) {
    return invalid(
        values::ExpressionKind::Update,
        std::string("The \"").append(section).append(
            "\" section can only be used once in an update expression;"
        )
    );
}

ApiError undefined_name(values::ExpressionKind kind, std::string_view placeholder) {
    return invalid(
        kind,
        "An expression attribute name used in the document path is not defined; attribute name: ",
        placeholder
    );
}

ApiError undefined_value(values::ExpressionKind kind, std::string_view placeholder) {
    return invalid(
        kind,
        "An expression attribute value used in expression is not defined; attribute value: ",
        placeholder
    );
}

ApiError paths_overlap(
    values::ExpressionKind kind, const values::DocumentPath& one, const values::DocumentPath& two
) {
    return invalid(kind, collision_text("overlap", one, two));
}

ApiError paths_conflict(
    values::ExpressionKind kind, const values::DocumentPath& one, const values::DocumentPath& two
) {
    return invalid(kind, collision_text("conflict", one, two));
}

ApiError columns_overlap(const values::DocumentPath& one, const values::DocumentPath& two) {
    return validation(collision_text("overlap", one, two));
}

ApiError columns_conflict(const values::DocumentPath& one, const values::DocumentPath& two) {
    return validation(collision_text("conflict", one, two));
}

ApiError update_operand_type(std::string_view section, values::AttributeType type) {
    return validation(worded<Message::UpdateOperandType>(section, values::long_type_name(type)));
}

ApiError operand_type(
    values::ExpressionKind kind, std::string_view operation, values::AttributeType type
) {
    return wrong_operand(kind, operation, values::type_name(type));
}

// AWS: the order inside the braces varies. [case condition/attribute_type_operand]
ApiError type_name_is_path(values::ExpressionKind kind) {
    return wrong_operand(kind, "attribute_type", "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
}

ApiError operand_count(values::ExpressionKind kind, std::string_view function, std::size_t count) {
    return invalid(
        kind,
        std::string("Incorrect number of operands for operator or function; operator or function: ")
            .append(function)
            .append(", number of operands: ")
            .append(std::to_string(count))
    );
}

ApiError path_required(values::ExpressionKind kind, std::string_view function) {
    return invalid(
        kind, "Operator or function requires a document path; operator or function: ", function
    );
}

ApiError first_operand_not_distinct(
    values::ExpressionKind kind, std::string_view operation, const values::DocumentPath& path
) {
    return invalid(
        kind,
        std::string("The first operand must be distinct from the remaining operands for this "
                    "operator or function; operator: ")
            .append(operation)
            .append(", first operand: ")
            .append(values::path_text(path))
    );
}

ApiError between_types_differ(
    values::ExpressionKind kind, values::AttributeValueView lower, values::AttributeValueView upper
) {
    return between(kind, "same data type for lower and upper bounds", lower, upper);
}

ApiError between_bounds_reversed(
    values::ExpressionKind kind, values::AttributeValueView lower, values::AttributeValueView upper
) {
    return between(kind, "upper bound to be greater than or equal to lower bound", lower, upper);
}

// AWS: the order inside the braces varies. [case condition/attribute_type_name]
// [case ExecuteStatement/operand_types]
ApiError unknown_type_name(values::ExpressionKind kind, std::string_view name) {
    const bool in_statement = kind == values::ExpressionKind::Statement;
    return invalid(
        kind,
        std::string("Invalid attribute type name found; type: ")
            .append(name)
            .append(", valid types: ")
            .append(
                in_statement ? "{N,BS,L,B,NULL,M,S,SS,NS,BOOL}" : "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}"
            )
    );
}

ApiError key_attribute_not_first(std::string_view operation) {
    return key_condition(
        std::string(operation).append(" operator must have the key attribute as its first operand")
    );
}

ApiError key_condition_two_attributes() {
    return invalid(
        values::ExpressionKind::KeyCondition,
        "Invalid condition in KeyConditionExpression: Multiple attribute names used in one "
        "condition"
    );
}

ApiError key_condition_nested_attribute() {
    return invalid(
        values::ExpressionKind::KeyCondition,
        "KeyConditionExpressions cannot have conditions on nested attributes"
    );
}

ApiError key_condition_without_attribute() {
    return key_condition("No key attribute specified");
}

ApiError key_condition_repeated(const Region& region) {
    return validation(worded<Message::KeyConditionRepeated>(region));
}

}  // namespace stator::protocol::errors
