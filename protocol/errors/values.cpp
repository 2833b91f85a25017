#include "protocol/errors/values.hpp"

#include <string>

#include "protocol/errors/general.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {
namespace {

constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";

ApiError invalid(std::string_view text) {
    return validation(std::string(kInvalid).append(text));
}

ApiError bare(std::string_view text) {
    ApiError error = validation(std::string(text));
    error.never_enveloped = true;
    return error;
}

std::string shown_set(
    values::AttributeType type,
    std::span<const std::string_view> members,
    values::ValidationLayer layer
) {
    const bool binary = type == values::AttributeType::BinarySet;
    const std::string separator = binary ? worded<Message::BinarySeparator>(layer) : ", ";
    std::string text = "[";
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (i > 0) text.append(separator);
        text.append(worded<Message::ShownDuplicate>(layer, members[i]));
    }
    return text.append("]");
}

ApiError not_a_number(std::string_view text, values::ValidationLayer layer) {
    if (text.empty()) return validation(worded<Message::EmptyNumber>(layer));
    return validation(
        std::string("The parameter cannot be converted to a numeric value: ").append(text)
    );
}

ApiError number_overflow() {
    return validation(
        "Number overflow. Attempting to store a number with magnitude larger than supported range"
    );
}

ApiError number_underflow() {
    return validation(
        "Number underflow. Attempting to store a number with magnitude smaller than supported range"
    );
}

ApiError number_too_precise() {
    return validation("Attempting to store more than 38 significant digits in a Number");
}

}  // namespace

ApiError invalid_number(
    values::NumberFault fault, std::string_view text, values::ValidationLayer layer
) {
    switch (fault) {
        case values::NumberFault::NotNumeric: break;
        case values::NumberFault::Overflow: return number_overflow();
        case values::NumberFault::Underflow: return number_underflow();
        case values::NumberFault::TooPrecise: return number_too_precise();
    }
    return not_a_number(text, layer);
}

ApiError unrepresentable_sum(values::NumberFault fault) {
    return invalid_number(fault, {}, values::ValidationLayer::Current);
}

ApiError value_is_empty() {
    return bare(
        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"
    );
}

ApiError value_has_several_types() {
    return bare(
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
        "supported datatypes"
    );
}

ApiError null_must_be_true() {
    return invalid("Null attribute value types must have the value of true");
}

ApiError set_is_empty(values::AttributeType type) {
    if (type == values::AttributeType::StringSet) return invalid("An string set  may not be empty");
    if (type == values::AttributeType::NumberSet) return invalid("An number set  may not be empty");
    return invalid("Binary sets should not be empty");
}

ApiError set_has_null(values::AttributeType type) {
    if (type == values::AttributeType::StringSet) {
        return invalid("An string set may not have a null string as a member");
    }
    if (type == values::AttributeType::NumberSet) {
        return invalid("An number set may not have a null number as a member");
    }
    return invalid("An binary set may not have a null binary as a member");
}

ApiError set_has_duplicates(
    values::AttributeType type,
    std::span<const std::string_view> members,
    values::ValidationLayer layer
) {
    if (type == values::AttributeType::NumberSet) {
        return validation(worded<Message::DuplicateNumbers>(layer));
    }
    const bool binary = type == values::AttributeType::BinarySet;
    std::string text = "Input collection " + shown_set(type, members, layer);
    text.append(binary ? "of type BS contains duplicates." : " contains duplicates.");
    return invalid(text);
}

ApiError empty_attribute_name() {
    return validation("Empty attribute name");
}

ApiError attribute_name_too_large() {
    return validation("Attribute name is too large, must be less than 65536 bytes");
}

ApiError nesting_too_deep() {
    return validation(
        "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
        "beyond supported limit"
    );
}

ApiError item_too_large() {
    return bare("Item size has exceeded the maximum allowed size");
}

ApiError updated_item_too_large() {
    return validation("Item size to update has exceeded the maximum allowed size");
}

ApiError invalid_expression_value(
    ApiError error, std::string_view placeholder, values::ValidationLayer layer
) {
    error.message = worded<Message::ExpressionValue>(layer, error.message, placeholder);
    return error;
}

}  // namespace stator::protocol::errors
