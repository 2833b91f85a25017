#include "protocol/errors/requests.hpp"

#include <string>

#include "protocol/errors/general.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {

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
