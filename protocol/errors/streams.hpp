// Messages about DynamoDB Streams and Time to Live.
#pragma once

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

inline constexpr Text<1> invalid_stream_arn{"Invalid StreamArn: {arn}"};
inline constexpr Text<1> stream_not_found{
    "Requested resource not found: Stream: {arn} not found", ErrorType::ResourceNotFoundException};
inline constexpr Text<0> shard_not_found{
    "Requested resource not found: Shard does not exist", ErrorType::ResourceNotFoundException};
inline constexpr Text<0> invalid_shard_iterator{"Invalid ShardIterator"};
inline constexpr Text<0> expired_iterator{
    "The provided iterator exceeds the maximum age allowed: iterators expire after 15 minutes.",
    ErrorType::ExpiredIteratorException};
inline constexpr Text<0> trimmed_data{
    "The operation attempted to read past the oldest stream record in a shard.",
    ErrorType::TrimmedDataAccessException};
inline constexpr Text<1> invalid_sequence_number{"Invalid SequenceNumber: {text}"};
inline constexpr Text<1> sequence_number_required{
    "The parameter SequenceNumber is required for ShardIteratorType {iterator_type}"};
inline constexpr Text<1> sequence_number_forbidden{
    "The parameter SequenceNumber must not be given for ShardIteratorType {iterator_type}"};

inline constexpr Text<0> time_to_live_already_enabled{"TimeToLive is already enabled"};
inline constexpr Text<0> time_to_live_already_disabled{"TimeToLive is already disabled"};
inline constexpr Text<1> time_to_live_on_other_attribute{
    "TimeToLive is active on a different AttributeName: current AttributeName is {attribute}"};
inline constexpr Text<1> time_to_live_while_creating{
    "Attempt to change a resource which is still in use: Table {table} is being created",
    ErrorType::ResourceInUseException};
inline constexpr Text<2> time_to_live_of_changing_table{
    "Cannot describe time to live while table is in {status} state: Current table state is "
    "{same_status}"};

}  // namespace stator::protocol::errors
