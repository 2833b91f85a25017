// Searches replies with regular expressions.
#pragma once

#include <string>
#include <vector>

namespace stator::testing {

// Returns the first group of every match of a POSIX extended regular expression, which must contain
// a group. Throws std::invalid_argument if the expression is not valid.
std::vector<std::string> all_matches(const std::string& text, const std::string& pattern);

// Returns the text without each part from `beginning` to the next `end`, both included.
std::string without(std::string text, const std::string& beginning, char end);

}  // namespace stator::testing
