// What a request needs in the universe that it is sent to. Thread-safe.
#pragma once

#include <string_view>

#include "emulator/access/authorization/need.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/wire/json.hpp"

namespace stator::engine::universes {
class Universe;
}

namespace stator::emulator::access::authorization {

// Whether the body has the operation's form, as far as shapes say. The operation refuses one that
// has not, whoever asks.
bool has_form(std::string_view operation, protocol::wire::JsonView body);

// needs_of() the request, and what it needs in other regions. `scope` is the region whose tables
// the request works on. Precondition: has_form().
Needs needs_in(
    engine::universes::Universe& universe,
    std::string_view operation,
    protocol::wire::JsonView body,
    const protocol::model::TableScope& scope
);

}  // namespace stator::emulator::access::authorization
