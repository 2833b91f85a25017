// The position of a token in a statement, as in DynamoDB's messages. A value.
#pragma once

#include <cstddef>

namespace stator::protocol::values {

struct TextPosition {
    std::size_t line = 1;    // from 1
    std::size_t column = 1;  // from 1, in characters
    std::size_t length = 0;  // of the token as written, in characters
};

}  // namespace stator::protocol::values
