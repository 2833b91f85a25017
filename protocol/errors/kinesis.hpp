// Messages about Kinesis streaming destinations. All errors are ValidationException.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// One of the table's destinations is neither DISABLED nor ENABLE_FAILED.
inline constexpr Text<0> kinesis_enabled_already{
    "Table is not in a valid state to enable Kinesis Streaming Destination: "
    "EnableKinesisStreamingDestination must be DISABLED or ENABLE_FAILED to perform ENABLE "
    "operation."};
// AWS: derived from the text for other statuses. The text for the table's status is not known.
inline constexpr Text<0> kinesis_needs_active_table{
    "Table is not in a valid state to enable Kinesis Streaming Destination: TableStatus must be "
    "ACTIVE to perform ENABLE operation."};
// AWS: also for a destination that does not exist.
// [case DisableKinesisStreamingDestination/not_active]
inline constexpr Text<0> kinesis_disable_needs_active{
    "Table is not in a valid state to enable Kinesis Streaming Destination: "
    "KinesisStreamingDestination must be ACTIVE to perform DISABLE operation."};
inline constexpr Text<0> kinesis_disable_with_configuration{
    "Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters"};
inline constexpr Text<0> kinesis_update_empty{
    "Streaming destination cannot be updated with given parameters: "
    "UpdateKinesisStreamingConfiguration cannot be null or contain only null values"};
inline constexpr Text<2> kinesis_destination_not_found{
    "Table is not in a valid state to enable Kinesis Streaming Destination: No streaming "
    "destination with streamArn: {stream_arn} found for table with tableName: {table}"};
inline constexpr Text<2> kinesis_update_needs_active{
    "Table is not in a valid state to enable Kinesis Streaming Destination: Kinesis streaming is "
    "not in ACTIVE state. Updates are only allowed in ACTIVE state. TableName: {table}, kdsArn: "
    "{stream_arn}"};
inline constexpr Text<3> kinesis_precision_is_set{
    "Invalid Request: Precision is already set to the desired value of {precision} for tableId: "
    "{table_id}, kdsArn: {stream_arn}"};

// The DestinationStatusDescription of a destination that is ENABLE_FAILED.
inline constexpr std::string_view kKinesisStreamForbidden =
    "User does not have a permission to use kinesis stream";
inline constexpr std::string_view kKinesisStreamElsewhere =
    "The kinesis Arn used to enable kinesis replication belongs to a stream which is not in the "
    "current region";

}  // namespace stator::protocol::errors
