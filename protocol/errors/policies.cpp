#include "protocol/errors/policies.hpp"

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

ApiError invalid_document(std::string_view detail) {
    return invalid_parameter(std::string("Invalid policy document: ").append(detail));
}

}  // namespace

ApiError policy_too_large(std::size_t max_bytes) {
    std::string text = "Maximum policy size of ";
    return invalid_parameter(text.append(std::to_string(max_bytes)).append(" bytes exceeded"));
}

ApiError policy_syntax_error(std::size_t line, std::size_t column) {
    std::string detail = "Syntax error at position (";
    detail.append(std::to_string(line)).append(",").append(std::to_string(column)).append(")");
    return invalid_document(detail);
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

}  // namespace stator::protocol::errors
