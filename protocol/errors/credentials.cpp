#include "protocol/errors/credentials.hpp"

#include <string>

namespace stator::protocol::errors {

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

ApiError wrong_scope(const ScopeMistakes& mistakes, std::string_view date) {
    std::string text;
    if (mistakes.region) {
        text.append("Credential should be scoped to a valid region, not '");
        text.append(*mistakes.region).append("'. ");
    }
    if (mistakes.is_of_other_service) {
        text.append("Credential should be scoped to correct service: 'dynamodb'. ");
    }
    if (mistakes.terminator) {
        text.append("Credential should be scoped with a valid terminator: 'aws4_request', not '");
        text.append(*mistakes.terminator).append("'. ");
    }
    if (mistakes.day) {
        text.append(
            "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from "
            "HTTP: '"
        );
        text.append(*mistakes.day).append("' != '").append(date.substr(0, date.find('T')));
        text.append("', from '").append(date).append("'.");
    }
    return ApiError{ErrorType::InvalidSignatureException, std::move(text)};
}

ApiError wrong_signature_explained(
    std::string_view canonical_request, std::string_view string_to_sign
) {
    ApiError error = wrong_signature();
    error.message.append("\n\nThe Canonical String for this request should have been\n'");
    error.message.append(canonical_request).append("'\n\nThe String-to-Sign should have been\n'");
    error.message.append(string_to_sign).append("'\n");
    return error;
}

}  // namespace stator::protocol::errors
