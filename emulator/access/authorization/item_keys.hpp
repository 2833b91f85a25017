// Reads the condition keys about items and attributes from the parts of a request. Pure.
#pragma once

#include <string_view>

#include "emulator/access/authorization/mentioned.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::authorization {

// Adds the values of the key attribute `attribute` that a part of a request addresses: in its Key,
// Item or Keys, in the writes of a batch, or in a key condition.
void add_key_values(Texts& values, protocol::wire::JsonView part, std::string_view attribute);

// Adds the top-level attributes that a part of a request mentions.
void add_attributes(Texts& attributes, protocol::wire::JsonView part);

// True if the part selects the attributes to return.
bool has_projection(protocol::wire::JsonView part);

}  // namespace stator::emulator::access::authorization
