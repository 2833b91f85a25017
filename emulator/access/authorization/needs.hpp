// What each operation needs: actions on resources, as the Service Authorization Reference has them.
// Pure.
#pragma once

#include <string_view>

#include "emulator/access/authorization/need.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::authorization {

// Everything that the request needs, in the order in which it is judged. The body has the
// operation's shape. What has no resource that can be, as by a malformed ARN, is left out: the
// operation itself refuses it, whoever asks.
Needs needs_of(
    std::string_view operation,
    protocol::wire::JsonView body,
    const protocol::model::TableScope& scope
);

}  // namespace stator::emulator::access::authorization
