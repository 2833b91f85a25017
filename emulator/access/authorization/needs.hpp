// The needs of each operation: actions on resources, according to the Service Authorization
// Reference. Pure.
#pragma once

#include <string_view>

#include "emulator/access/authorization/need.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::authorization {

// Returns all needs of the request, in the order in which they are evaluated. The body must have
// the operation's shape. Omits resources that cannot exist, for example because of a malformed ARN:
// the operation itself rejects them, regardless of the sender.
Needs needs_of(
    std::string_view operation,
    protocol::wire::JsonView body,
    const protocol::model::TableScope& scope
);

}  // namespace stator::emulator::access::authorization
