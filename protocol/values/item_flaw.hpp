// Whether bytes are an item's payload at all. Everything else that reads a payload trusts it; what
// comes from a disk that may have changed it is looked at here first. A pure function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stator::protocol::values {

// What is wrong with a stored payload, as the end of a sentence; nothing when it is what
// ItemBuilder would have built: lengths that fit, known types, names and members in order, numbers
// in their one form. Reads nothing beyond the bytes, whatever they are.
std::optional<std::string> flaw_of_item(std::string_view payload);

}  // namespace stator::protocol::values
