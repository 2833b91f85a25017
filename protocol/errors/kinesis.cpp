#include "protocol/errors/kinesis.hpp"

#include <string>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

ApiError invalid_state(std::string_view text) {
    std::string message = "Table is not in a valid state to enable Kinesis Streaming Destination: ";
    return validation(message.append(text));
}

}  // namespace

ApiError kinesis_enabled_already() {
    return invalid_state(
        "EnableKinesisStreamingDestination must be DISABLED or ENABLE_FAILED to perform ENABLE "
        "operation."
    );
}

ApiError kinesis_needs_active_table() {
    return invalid_state("TableStatus must be ACTIVE to perform ENABLE operation.");
}

ApiError kinesis_disable_needs_active() {
    return invalid_state("KinesisStreamingDestination must be ACTIVE to perform DISABLE operation."
    );
}

ApiError kinesis_disable_with_configuration() {
    return validation(
        "Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters"
    );
}

ApiError kinesis_update_empty() {
    return validation(
        "Streaming destination cannot be updated with given parameters: "
        "UpdateKinesisStreamingConfiguration cannot be null or contain only null values"
    );
}

ApiError kinesis_destination_not_found(std::string_view stream_arn, std::string_view table) {
    std::string text = "No streaming destination with streamArn: ";
    text.append(stream_arn).append(" found for table with tableName: ").append(table);
    return invalid_state(text);
}

ApiError kinesis_update_needs_active(std::string_view stream_arn, std::string_view table) {
    std::string text =
        "Kinesis streaming is not in ACTIVE state. Updates are only allowed in ACTIVE state. "
        "TableName: ";
    return invalid_state(text.append(table).append(", kdsArn: ").append(stream_arn));
}

ApiError kinesis_precision_is_set(
    std::string_view precision, std::string_view table_id, std::string_view stream_arn
) {
    std::string message = "Invalid Request: Precision is already set to the desired value of ";
    message.append(precision).append(" for tableId: ").append(table_id);
    return validation(message.append(", kdsArn: ").append(stream_arn));
}

std::string_view kinesis_stream_forbidden() {
    return "User does not have a permission to use kinesis stream";
}

std::string_view kinesis_stream_elsewhere() {
    return "The kinesis Arn used to enable kinesis replication belongs to a stream which is not in "
           "the current region";
}

}  // namespace stator::protocol::errors
