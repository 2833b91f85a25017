// Messages about DynamoDB Streams and Time to Live.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/values/table_terms.hpp"

namespace stator::protocol::errors {

ApiError invalid_stream_arn(std::string_view arn);
ApiError stream_not_found(std::string_view arn);
ApiError shard_not_found();
ApiError invalid_shard_iterator();
ApiError expired_iterator();
ApiError trimmed_data();
ApiError invalid_sequence_number(std::string_view text);
ApiError sequence_number_required(std::string_view iterator_type);
ApiError sequence_number_forbidden(std::string_view iterator_type);

ApiError time_to_live_already_enabled();
ApiError time_to_live_already_disabled();
ApiError time_to_live_on_other_attribute(std::string_view attribute);
ApiError time_to_live_while_creating(std::string_view table);
ApiError time_to_live_of_changing_table(values::TableStatus status);

}  // namespace stator::protocol::errors
