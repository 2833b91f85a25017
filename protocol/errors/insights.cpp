#include "protocol/errors/insights.hpp"

#include <string>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

ApiError not_active(std::string_view status) {
    std::string text = "Table or Index is not in a valid state to update Key Access Insights: ";
    return validation(text.append(status).append(" must be ACTIVE to enable ContributorInsights."));
}

}  // namespace

ApiError insights_index_name_length() {
    return validation("IndexName must be at least 3 characters long and at most 255 characters long"
    );
}

ApiError insights_index_not_found(std::string_view index, std::string_view table) {
    std::string message = "Requested resource not found: Index: ";
    message.append(index).append(" not found for table: ").append(table);
    return {ErrorType::ResourceNotFoundException, std::move(message)};
}

ApiError insights_need_active_table() {
    return not_active("TableStatus");
}

ApiError insights_need_active_index() {
    return not_active("IndexStatus");
}

ApiError insights_token_invalid(std::string_view token) {
    return validation(std::string("Invalid Request: Provided nextToken is invalid: ").append(token)
    );
}

}  // namespace stator::protocol::errors
