// same_name(): the comparison of attribute and member names, made by the dozen in every request.
#pragma once

#include <string_view>

namespace stator::protocol::values {

// Whether two short names are equal. Most that differ do so in length or at an end, and are told
// apart without a call.
inline bool same_name(std::string_view left, std::string_view right) {
    if (left.size() != right.size()) return false;
    if (left.empty()) return true;
    return left.front() == right.front() && left.back() == right.back() && left == right;
}

}  // namespace stator::protocol::values
