// What a regular expression finds in a reply.
#pragma once

#include <string>
#include <vector>

namespace stator::testing {

// The first group of every match.
std::vector<std::string> all_matches(const std::string& text, const std::string& pattern);

}  // namespace stator::testing
