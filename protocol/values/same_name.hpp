// same_name(): compares attribute and member names. Every request compares dozens of names.
#pragma once

#include <string_view>

namespace stator::protocol::values {

// Returns true if two short names are equal. Most different names differ in length, or in the first
// or last character, so they are distinguished without a function call.
inline bool same_name(std::string_view left, std::string_view right) {
    if (left.size() != right.size()) return false;
    if (left.empty()) return true;
    return left.front() == right.front() && left.back() == right.back() && left == right;
}

}  // namespace stator::protocol::values
