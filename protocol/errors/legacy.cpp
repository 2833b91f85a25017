#include "protocol/errors/legacy.hpp"

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {

ApiError comparison_type(std::string_view comparison, values::AttributeType type) {
    return invalid_parameter(std::string("ComparisonOperator ")
                                 .append(comparison)
                                 .append(" is not valid for ")
                                 .append(values::type_name(type))
                                 .append(" AttributeValue type"));
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

}  // namespace stator::protocol::errors
