#include "protocol/errors/policies.hpp"

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

ApiError not_found(std::string_view detail) {
    constexpr std::string_view kText =
        "Resource-based policy not found for the provided ResourceArn: ";
    return {ErrorType::PolicyNotFoundException, std::string(kText).append(detail)};
}

ApiError invalid_document(std::string_view detail) {
    return invalid_parameter(std::string("Invalid policy document: ").append(detail));
}

}  // namespace

ApiError policy_arn_invalid(std::string_view arn) {
    return invalid_parameter(std::string("Invalid resource Arn: ").append(arn));
}

ApiError stream_of_table_not_found(std::string_view label, std::string_view table) {
    std::string message = "Requested resource not found: Stream: ";
    message.append(label).append(" not found for Table: ").append(table);
    return {ErrorType::ResourceNotFoundException, std::move(message)};
}

ApiError policy_not_found(std::string_view arn) {
    return not_found(arn);
}

ApiError policy_of_other_revision(
    std::string_view given, std::string_view table, std::string_view current
) {
    std::string detail = "Requested update for policy with revision id ";
    detail.append(given).append(", but the policy associated to target table ").append(table);
    detail.append(" has revision id ").append(current).append(".");
    return not_found(detail);
}

ApiError policy_not_expected(std::string_view table, std::string_view current) {
    std::string detail = "Requested policy update expecting none to be present for table ";
    detail.append(table).append(", but a policy exists with revision id ");
    detail.append(current).append(".");
    return not_found(detail);
}

ApiError policy_locks_out() {
    return {
        ErrorType::AccessDeniedException,
        "The new resource policy will not allow you to update the resource policy in the future."};
}

ApiError policy_too_large(std::size_t max_bytes) {
    std::string text = "Maximum policy size of ";
    return invalid_parameter(text.append(std::to_string(max_bytes)).append(" bytes exceeded"));
}

ApiError policy_is_no_json() {
    return invalid_document("This policy contains invalid Json");
}

ApiError policy_is_no_policy() {
    return invalid_document("This text appears not to be a policy");
}

ApiError policy_syntax_error(std::size_t line, std::size_t column) {
    std::string detail = "Syntax error at position (";
    detail.append(std::to_string(line)).append(",").append(std::to_string(column)).append(")");
    return invalid_document(detail);
}

ApiError policy_field_missing(std::string_view field) {
    return invalid_document(std::string("Missing required field ").append(field));
}

ApiError policy_without_statement() {
    return invalid_document("Could not parse the policy: Statement is empty!");
}

ApiError policy_sids_repeated() {
    return invalid_document("The Statement Ids in the policy are not unique");
}

ApiError policy_actions_invalid(std::span<const std::string> actions) {
    std::string detail = "The following action names are invalid: ";
    std::string_view separator;
    for (const std::string& action : actions) {
        detail.append(separator).append("\"").append(action).append("\"");
        separator = ", ";
    }
    return invalid_document(detail);
}

ApiError policy_relative_id_invalid(std::string_view relative_id, std::string_view arn) {
    std::string detail = "The relative-id \"";
    detail.append(relative_id).append("\" is invalid for ARN \"").append(arn).append("\"");
    return invalid_document(detail);
}

ApiError policy_principal_invalid() {
    return invalid_parameter("Invalid principal in policy document.");
}

ApiError policy_is_public() {
    return validation(
        "Resource-based policy grants unbounded access in one or more elements. Please revise the "
        "policy to ensure least-privilege form of access"
    );
}

}  // namespace stator::protocol::errors
