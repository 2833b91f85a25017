// The needs of a request in the universe that receives it. Thread-safe.
#pragma once

#include <string_view>

#include "emulator/access/authorization/need.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/wire/json.hpp"

namespace stator::engine::universes {
class Universe;
}

namespace stator::emulator::access::authorization {

// True if the body has the operation's form, as far as shapes describe it. The operation rejects a
// body without it, regardless of the sender.
bool has_form(std::string_view operation, protocol::wire::JsonView body);

// Returns needs_of() the request, and its needs in other regions. `scope` is the region whose
// tables the request uses. Precondition: has_form().
Needs needs_in(
    engine::universes::Universe& universe,
    std::string_view operation,
    protocol::wire::JsonView body,
    const protocol::model::TableScope& scope
);

}  // namespace stator::emulator::access::authorization
