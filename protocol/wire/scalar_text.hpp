// DynamoDB's conversion of text to Booleans and binary data, and of numbers to timestamps.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/base/instant.hpp"
#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::wire {

// AWS: accepts true, 1, yes, false, 0 and no in any case. [case wire/boolean_text]
std::optional<bool> boolean_from_text(std::string_view text);

// Converts a Boolean, or a text that counts as one; false for any other text. Precondition: the
// type has been checked.
bool truth_of(JsonView value);

// Converts a timestamp to the nearest millisecond. Clamps to the years 1970 to 9999. Precondition:
// `timestamp` is a number.
Instant moment_of(JsonView timestamp);

// Checks the alphabet, length and padding of base64 text. Error: SerializationException.
Result<void> check_base64(std::string_view text);

}  // namespace stator::protocol::wire
