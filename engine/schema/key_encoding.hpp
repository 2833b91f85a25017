// Byte strings whose memcmp order is key order.
//
// A table's own keys need no encoding: S, B and encoded N already compare by memcmp. An index
// entry's key concatenates several parts, so each part is made self-delimiting: 00 becomes 00 FF,
// and 00 01 ends the part. Order within a part and across parts is preserved.
#pragma once

#include <string>
#include <string_view>

namespace stator::engine::schema {

// Appends the part with its end mark.
void append_key_part(std::string& out, std::string_view part);

// Appends the part without its end mark: every part with this prefix then starts with these bytes.
void append_key_prefix(std::string& out, std::string_view prefix);

// Returns the smallest byte string greater than every string that starts with `prefix`; "" if there
// is none, because the prefix is empty or all FF.
std::string prefix_successor(std::string_view prefix);

}  // namespace stator::engine::schema
