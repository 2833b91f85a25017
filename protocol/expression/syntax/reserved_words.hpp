// The 573 words that DynamoDB does not accept as attribute names in an expression. Pure functions.
#pragma once

#include <string_view>

namespace stator::protocol::expression::syntax {

// Returns true if the identifier is a reserved word, in upper or lower case.
bool is_reserved_word(std::string_view identifier);

// Returns true if `text` equals `upper`, ignoring case. Precondition: `upper` is in upper case.
bool equals_ignoring_case(std::string_view text, std::string_view upper);

}  // namespace stator::protocol::expression::syntax
