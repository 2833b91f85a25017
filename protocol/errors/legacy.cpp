#include "protocol/errors/legacy.hpp"

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

ApiError invalid_for_attribute(std::string_view text, std::string_view attribute) {
    return invalid_parameter(std::string(text).append(" for Attribute: ").append(attribute));
}

}  // namespace

ApiError conditional_operator_without_conditions() {
    return validation("ConditionalOperator cannot be used without Filter or Expected");
}

ApiError conditional_operator_needs_two() {
    return validation(
        "ConditionalOperator can only be used when Filter or Expected has two or more elements"
    );
}

ApiError value_and_value_list(std::string_view attribute) {
    return invalid_for_attribute("Value and AttributeValueList cannot be used together", attribute);
}

ApiError exists_and_comparison(std::string_view attribute) {
    return invalid_for_attribute(
        "Exists and ComparisonOperator cannot be used together", attribute
    );
}

ApiError comparison_without_value(std::string_view comparison, std::string_view attribute) {
    return invalid_for_attribute(
        std::string("Value or AttributeValueList must be used with ComparisonOperator: ")
            .append(comparison),
        attribute
    );
}

ApiError value_list_without_comparison(std::string_view attribute) {
    return invalid_for_attribute(
        "AttributeValueList can only be used with a ComparisonOperator", attribute
    );
}

ApiError value_required(std::string_view exists, std::string_view attribute) {
    return invalid_for_attribute(
        std::string("Value must be provided when Exists is ").append(exists), attribute
    );
}

ApiError value_with_exists_false(std::string_view attribute) {
    return invalid_for_attribute("Value cannot be used when Exists is false", attribute);
}

ApiError comparison_argument_count(std::string_view comparison) {
    return invalid_parameter(std::string("Invalid number of argument(s) for the ")
                                 .append(comparison)
                                 .append(" ComparisonOperator"));
}

ApiError comparison_mixed_types() {
    return invalid_parameter("AttributeValues inside AttributeValueList must be of same type");
}

ApiError comparison_type(std::string_view comparison, values::AttributeType type) {
    return invalid_parameter(std::string("ComparisonOperator ")
                                 .append(comparison)
                                 .append(" is not valid for ")
                                 .append(values::type_name(type))
                                 .append(" AttributeValue type"));
}

ApiError comparison_bounds_reversed() {
    return validation(
        "The BETWEEN condition was provided a range where the lower bound is greater than the "
        "upper bound"
    );
}

ApiError action_needs_value() {
    return invalid_parameter("Only DELETE action is allowed when no attribute value is specified");
}

ApiError delete_action_type(values::AttributeType type) {
    return invalid_parameter(std::string("DELETE action with value is not supported for the type ")
                                 .append(values::type_name(type)));
}

ApiError add_action_type(values::AttributeType type) {
    return invalid_parameter(
        std::string("ADD action is not supported for the type ").append(values::type_name(type))
    );
}

ApiError attribute_update_type_mismatch() {
    return validation("Type mismatch for attribute to update");
}

ApiError repeated_attribute_to_get(std::string_view attribute) {
    return invalid_parameter(std::string("Duplicate value in attribute name: ").append(attribute));
}

}  // namespace stator::protocol::errors
