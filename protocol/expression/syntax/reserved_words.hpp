// The 573 words that DynamoDB does not accept as attribute names in an expression. Pure functions.
#pragma once

#include <string_view>

namespace stator::protocol::expression::syntax {

// True when the identifier, in any case, is one of the reserved words.
bool is_reserved_word(std::string_view identifier);

// True when `text` equals `upper` but for case. Precondition: `upper` is in upper case.
bool equals_ignoring_case(std::string_view text, std::string_view upper);

}  // namespace stator::protocol::expression::syntax
