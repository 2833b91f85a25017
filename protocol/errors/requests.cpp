#include "protocol/errors/requests.hpp"

#include "protocol/errors/general.hpp"
#include "protocol/errors/wordings.hpp"

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
    const auto layer =
        absent.empty() ? values::ValidationLayer::Current : values::ValidationLayer::Older;
    return validation(worded<Message::ValuesWithoutExpression>(layer, absent));
}

std::string member_violation(const MemberViolation& violation, values::ValidationLayer layer) {
    return worded<Message::MemberConstraint>(
        layer, violation.shown, violation.path, violation.member, violation.constraint
    );
}

std::string unnamed_member_violation(const MemberViolation& violation) {
    return worded<Message::UnnamedMemberConstraint>(
        violation.shown, violation.path, violation.constraint
    );
}

ApiError empty_table_name() {
    const MemberViolation violation{
        "", "tableName", "TableName", "have length greater than or equal to 1"};
    return enveloped(validation(member_violation(violation, values::ValidationLayer::Current)));
}

}  // namespace stator::protocol::errors
