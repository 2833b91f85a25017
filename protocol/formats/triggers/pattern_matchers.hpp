// The matchers in the leaves of a pattern: {"prefix":"a"}, {"numeric":[">",0]} and so on. Pure
// functions.
#pragma once

#include <optional>
#include <string>

#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::triggers {

// Returns the error in one alternative of a leaf, as the end of a sentence; nullopt if it is valid.
std::optional<std::string> check_alternative(wire::JsonView alternative);

// Returns true if the alternative matches the value. Precondition: check_alternative() accepted it.
// nullopt: the record has no value at that place.
bool matches_alternative(wire::JsonView alternative, std::optional<wire::JsonView> value);

}  // namespace stator::protocol::formats::triggers
