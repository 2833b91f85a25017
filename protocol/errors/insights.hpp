// Messages about Contributor Insights. ValidationException unless a comment names another type.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

inline constexpr Text<0> insights_index_name_length{
    "IndexName must be at least 3 characters long and at most 255 characters long"};
// ResourceNotFoundException. AWS: also for a local index. [case UpdateContributorInsights/index]
inline constexpr Text<2> insights_index_not_found{
    "Requested resource not found: Index: {index} not found for table: {table}",
    ErrorType::ResourceNotFoundException};
inline constexpr Text<0> insights_need_active_table{
    "Table or Index is not in a valid state to update Key Access Insights: TableStatus must be "
    "ACTIVE to enable ContributorInsights."};
inline constexpr Text<0> insights_need_active_index{
    "Table or Index is not in a valid state to update Key Access Insights: IndexStatus must be "
    "ACTIVE to enable ContributorInsights."};
// AWS: the text of other lists. The text of this list is not known.
inline constexpr Text<1> insights_token_invalid{
    "Invalid Request: Provided nextToken is invalid: {token}"};

}  // namespace stator::protocol::errors
