// What a regular expression finds in a reply.
#pragma once

#include <string>
#include <vector>

namespace stator::testing {

// The first group of every match of an extended regular expression of POSIX, which has one. Throws
// std::invalid_argument for what is none.
std::vector<std::string> all_matches(const std::string& text, const std::string& pattern);

// The text but for all that is from `beginning` to the next `end`, both left out too.
std::string without(std::string text, const std::string& beginning, char end);

}  // namespace stator::testing
