#include "protocol/errors/requests.hpp"

#include <string>

namespace stator::protocol::errors {
namespace {

std::string listed(std::span<const std::string_view> names) {
    std::string text = "{";
    for (const std::string_view name : names) {
        if (text.size() > 1) text.append(", ");
        text.append(name);
    }
    return text.append("}");
}

}  // namespace

ApiError mixed_parameters(
    std::span<const std::string_view> legacy, std::span<const std::string_view> expressions
) {
    return validation(
        "Can not use both expression and non-expression parameters in the same request: "
        "Non-expression parameters: " +
        listed(legacy) + " Expression parameters: " + listed(expressions)
    );
}

ApiError names_without_expression() {
    return validation("ExpressionAttributeNames can only be specified when using expressions");
}

ApiError values_without_expression(std::string_view absent) {
    std::string message = "ExpressionAttributeValues can only be specified when using expressions";
    if (!absent.empty()) message.append(": ").append(absent);
    return validation(std::move(message));
}

ApiError empty_table_name() {
    return validation(
        "1 validation error detected: Value at 'TableName' failed to satisfy constraint: Member "
        "must have length greater than or equal to 1"
    );
}

}  // namespace stator::protocol::errors
