// The ARN of a Kinesis data stream. Pure functions.
#pragma once

#include <string_view>

namespace stator::protocol::formats::kinesis {

// The name in "arn:aws:kinesis:{region}:{account}:stream/{name}"; "" for any other text.
std::string_view stream_of_arn(std::string_view arn);

// Why a table cannot send its changes to the stream, as the destination's status description says
// it; "" when it can.
std::string_view why_enabling_fails(std::string_view stream_arn, std::string_view table_arn);

}  // namespace stator::protocol::formats::kinesis
