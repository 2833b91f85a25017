// same_name(): compares attribute and member names, which every request does dozens of times.
#pragma once

#include <string_view>

namespace stator::protocol::values {

// Whether two short names are equal. Most names that differ have different lengths, first or last
// characters, so they are told apart without a function call.
inline bool same_name(std::string_view left, std::string_view right) {
    if (left.size() != right.size()) return false;
    if (left.empty()) return true;
    return left.front() == right.front() && left.back() == right.back() && left == right;
}

}  // namespace stator::protocol::values
