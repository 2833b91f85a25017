// Validation of an item's payload. All other code that reads payloads trusts them, so bytes from a
// disk, which may be damaged, are checked here first. A pure function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stator::protocol::values {

// Returns the flaw of a stored payload, as the end of a sentence; nullopt if ItemBuilder could have
// built the payload: lengths that fit, known types, names and members in order, numbers in their
// one valid form. Never reads beyond the bytes, even if they are damaged.
std::optional<std::string> flaw_of_item(std::string_view payload);

}  // namespace stator::protocol::values
