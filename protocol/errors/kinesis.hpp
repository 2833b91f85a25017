// Messages about Kinesis streaming destinations. ValidationException, all of them that are errors.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// One of the table's destinations is neither DISABLED nor ENABLE_FAILED.
ApiError kinesis_enabled_already();
// AWS: the text is that of the other statuses; that of a table's was not seen.
ApiError kinesis_needs_active_table();
// AWS: for a destination that there is not as well.
// [case DisableKinesisStreamingDestination/not_active]
ApiError kinesis_disable_needs_active();
ApiError kinesis_disable_with_configuration();
ApiError kinesis_update_empty();
ApiError kinesis_destination_not_found(std::string_view stream_arn, std::string_view table);
ApiError kinesis_update_needs_active(std::string_view stream_arn, std::string_view table);
ApiError kinesis_precision_is_set(
    std::string_view precision, std::string_view table_id, std::string_view stream_arn
);

// The DestinationStatusDescription of a destination that is ENABLE_FAILED.
std::string_view kinesis_stream_forbidden();
std::string_view kinesis_stream_elsewhere();

}  // namespace stator::protocol::errors
