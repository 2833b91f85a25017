#include "protocol/errors/credentials.hpp"

#include <string>

namespace stator::protocol::errors {

ApiError missing_authentication_token() {
    return ApiError{
        ErrorType::MissingAuthenticationTokenException, "Request is missing Authentication Token"};
}

ApiError credentials_in_both_forms() {
    return ApiError{
        ErrorType::InvalidSignatureException,
        "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."};
}

ApiError incomplete_authorization(
    std::span<const std::string_view> parameters, bool has_date, std::string_view header
) {
    std::string text;
    for (const std::string_view parameter : parameters) {
        text.append("Authorization header requires '").append(parameter).append("' parameter. ");
    }
    if (!has_date) {
        text.append(
            "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "
        );
    }
    text.append("Authorization=").append(header);
    return ApiError{ErrorType::IncompleteSignatureException, std::move(text)};
}

ApiError incomplete_query(std::span<const std::string_view> parameters) {
    std::string text;
    for (const std::string_view parameter : parameters) {
        text.append("AWS query-string parameters must include '").append(parameter).append("'. ");
    }
    text.append("Re-examine the query-string parameters.");
    return ApiError{ErrorType::IncompleteSignatureException, std::move(text)};
}

}  // namespace stator::protocol::errors
