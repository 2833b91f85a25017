#include "protocol/errors/streams.hpp"

#include <string>
#include <utility>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
ApiError invalid_stream_arn(std::string_view arn) {
    return validation("Invalid StreamArn: " + std::string(arn));
}

ApiError stream_not_found(std::string_view arn) {
    return ApiError{
        ErrorType::ResourceNotFoundException,
        "Requested resource not found: Stream: " + std::string(arn) + " not found"};
}

ApiError shard_not_found() {
    return ApiError{
        ErrorType::ResourceNotFoundException, "Requested resource not found: Shard does not exist"};
}

ApiError invalid_shard_iterator() {
    return validation("Invalid ShardIterator");
}

ApiError expired_iterator() {
    return ApiError{
        ErrorType::ExpiredIteratorException,
        "The provided iterator exceeds the maximum age allowed: iterators expire after 15 "
        "minutes."};
}

ApiError trimmed_data() {
    return ApiError{
        ErrorType::TrimmedDataAccessException,
        "The operation attempted to read past the oldest stream record in a shard."};
}

ApiError invalid_sequence_number(std::string_view text) {
    return validation("Invalid SequenceNumber: " + std::string(text));
}

ApiError sequence_number_required(std::string_view iterator_type) {
    return validation(
        "The parameter SequenceNumber is required for ShardIteratorType " +
        std::string(iterator_type)
    );
}

ApiError sequence_number_forbidden(std::string_view iterator_type) {
    return validation(
        "The parameter SequenceNumber must not be given for ShardIteratorType " +
        std::string(iterator_type)
    );
}

ApiError time_to_live_already_enabled() {
    return validation("TimeToLive is already enabled");
}

ApiError time_to_live_already_disabled() {
    return validation("TimeToLive is already disabled");
}

ApiError time_to_live_on_other_attribute(std::string_view attribute) {
    return validation(
        "TimeToLive is active on a different AttributeName: current AttributeName is " +
        std::string(attribute)
    );
}

ApiError time_to_live_while_creating(std::string_view table) {
    return ApiError{
        ErrorType::ResourceInUseException,
        "Attempt to change a resource which is still in use: Table " + std::string(table) +
            " is being created"};
}

ApiError time_to_live_of_changing_table(values::TableStatus status) {
    const std::string text(values::status_text(status));
    return validation(
        "Cannot describe time to live while table is in " + text +
        " state: Current table state is " + text
    );
}

}  // namespace stator::protocol::errors
