// The parts of requests for items, as condition keys see them. Pure.
#pragma once

#include <string_view>

#include "emulator/access/authorization/mentioned.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::authorization {

// Adds the values of a key attribute that a part of a request addresses: of its Key, Item or Keys,
// of the writes of a batch, of a key condition.
void add_key_values(Texts& values, protocol::wire::JsonView part, std::string_view attribute);

// Adds the top-level attributes that a part of a request mentions.
void add_attributes(Texts& attributes, protocol::wire::JsonView part);

// Whether the part says which attributes it wants.
bool has_projection(protocol::wire::JsonView part);

}  // namespace stator::emulator::access::authorization
