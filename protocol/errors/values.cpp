#include "protocol/errors/values.hpp"

#include <string>

#include "protocol/errors/general.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {
namespace {

std::string shown_set(
    values::AttributeType type, std::span<const std::string_view> members, values::Dialect dialect
) {
    const bool binary = type == values::AttributeType::BinarySet;
    const std::string separator = binary ? worded<Message::BinarySeparator>(dialect) : ", ";
    std::string text = "[";
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (i > 0) text.append(separator);
        text.append(worded<Message::ShownDuplicate>(dialect, members[i]));
    }
    return text.append("]");
}

ApiError not_a_number(std::string_view text, values::Dialect dialect) {
    if (text.empty()) return validation(worded<Message::EmptyNumber>(dialect));
    return validation(
        std::string("The parameter cannot be converted to a numeric value: ").append(text)
    );
}

constexpr Text<0> number_overflow{
    "Number overflow. Attempting to store a number with magnitude larger than supported range"};
constexpr Text<0> number_underflow{
    "Number underflow. Attempting to store a number with magnitude smaller than supported range"};
constexpr Text<0> number_too_precise{
    "Attempting to store more than 38 significant digits in a Number"};

}  // namespace

ApiError invalid_number(values::NumberFault fault, std::string_view text, values::Dialect dialect) {
    switch (fault) {
        case values::NumberFault::NotNumeric: break;
        case values::NumberFault::Overflow: return number_overflow();
        case values::NumberFault::Underflow: return number_underflow();
        case values::NumberFault::TooPrecise: return number_too_precise();
    }
    return not_a_number(text, dialect);
}

ApiError unrepresentable_sum(values::NumberFault fault) {
    return invalid_number(fault, {}, values::Dialect::Current);
}

// AWS: an empty NS is not among the errors that a start key reports. [case Query/start_key_values]
ApiError set_is_empty(values::AttributeType type) {
    if (type == values::AttributeType::NumberSet) {
        return invalid_parameter("An number set  may not be empty");
    }
    ApiError error = invalid_parameter(
        type == values::AttributeType::StringSet ? "An string set  may not be empty"
                                                 : "Binary sets should not be empty"
    );
    error.cause = ErrorCause::ValueContent;
    return error;
}

ApiError set_has_null(values::AttributeType type) {
    if (type == values::AttributeType::StringSet) {
        return invalid_parameter("An string set may not have a null string as a member");
    }
    if (type == values::AttributeType::NumberSet) {
        return invalid_parameter("An number set may not have a null number as a member");
    }
    return invalid_parameter("An binary set may not have a null binary as a member");
}

ApiError set_has_duplicates(
    values::AttributeType type, std::span<const std::string_view> members, values::Dialect dialect
) {
    if (type == values::AttributeType::NumberSet) {
        return validation(worded<Message::DuplicateNumbers>(dialect));
    }
    const bool binary = type == values::AttributeType::BinarySet;
    std::string text = "Input collection " + shown_set(type, members, dialect);
    text.append(binary ? "of type BS contains duplicates." : " contains duplicates.");
    return invalid_parameter(text);
}

ApiError invalid_expression_value(
    ApiError error, std::string_view placeholder, values::Dialect dialect
) {
    error.message = worded<Message::ExpressionValue>(dialect, error.message, placeholder);
    return error;
}

}  // namespace stator::protocol::errors
