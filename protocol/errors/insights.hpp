// Messages about Contributor Insights. ValidationException unless a line says otherwise.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

ApiError insights_index_name_length();
// ResourceNotFoundException. AWS: a local index is none. [case UpdateContributorInsights/index]
ApiError insights_index_not_found(std::string_view index, std::string_view table);
ApiError insights_need_active_table();
ApiError insights_need_active_index();
// AWS: the text is that of other lists; that of this one was not seen.
ApiError insights_token_invalid(std::string_view token);

}  // namespace stator::protocol::errors
