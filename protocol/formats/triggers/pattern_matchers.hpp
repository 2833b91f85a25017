// The matchers of a pattern's leaf: {"prefix":"a"}, {"numeric":[">",0]} and so on. Pure functions.
#pragma once

#include <optional>
#include <string>

#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::triggers {

// What is wrong with one of the alternatives of a leaf, as the end of a sentence; nothing when it
// is fine.
std::optional<std::string> check_alternative(wire::JsonView alternative);

// Whether the alternative, which is fine, matches the value. No value: the record has none there.
bool matches_alternative(wire::JsonView alternative, std::optional<wire::JsonView> value);

}  // namespace stator::protocol::formats::triggers
