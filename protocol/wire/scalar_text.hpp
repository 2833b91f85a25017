// How DynamoDB reads Booleans and binary data that arrive as text.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/base/result.hpp"

namespace stator::protocol::wire {

// AWS: true/1/yes and false/0/no, in any case, count as a Boolean. [case wire/boolean_text]
std::optional<bool> boolean_from_text(std::string_view text);

// Checks the alphabet, length and padding of base64 text. Error: SerializationException.
Result<void> check_base64(std::string_view text);

}  // namespace stator::protocol::wire
