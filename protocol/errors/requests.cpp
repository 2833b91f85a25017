#include "protocol/errors/requests.hpp"

#include "protocol/errors/general.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {
namespace {

std::string listed_names(std::span<const std::string_view> names) {
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
        listed_names(legacy) + " Expression parameters: " + listed_names(expressions)
    );
}

ApiError values_without_expression(std::span<const std::string_view> absent) {
    const auto dialect = absent.empty() ? values::Dialect::Current : values::Dialect::Older;
    std::string text;
    for (const std::string_view name : absent) {
        text.append(text.empty() ? "" : " and ").append(name);
    }
    text.append(absent.size() == 1 ? " is null" : " are null");
    return validation(worded<Message::ValuesWithoutExpression>(dialect, text));
}

}  // namespace stator::protocol::errors
