// The ARN of a Kinesis data stream. Pure functions.
#pragma once

#include <string_view>

namespace stator::protocol::formats::kinesis {

// Returns the name in "arn:aws:kinesis:{region}:{account}:stream/{name}"; "" for any other text.
std::string_view stream_of_arn(std::string_view arn);

// Returns the reason why a table cannot send its changes to the stream, as in the destination's
// status description; "" if it can.
std::string_view why_enabling_fails(std::string_view stream_arn, std::string_view table_arn);

}  // namespace stator::protocol::formats::kinesis
