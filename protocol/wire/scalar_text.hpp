// How DynamoDB reads Booleans and binary data that arrive as text, and timestamps.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/base/instant.hpp"
#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::wire {

// AWS: true/1/yes and false/0/no, in any case, count as a Boolean. [case wire/boolean_text]
std::optional<bool> boolean_from_text(std::string_view text);

// A Boolean, or a text that counts as one; false for any other text. Its type has been checked.
bool truth_of(JsonView value);

// The moment in a timestamp, to the millisecond; moments outside the years 1970 to 9999 become the
// nearest one of them. Precondition: a number.
Instant moment_of(JsonView timestamp);

// Checks the alphabet, length and padding of base64 text. Error: SerializationException.
Result<void> check_base64(std::string_view text);

}  // namespace stator::protocol::wire
