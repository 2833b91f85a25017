// Converts the throttling part of a fault between engine::faults::Throttle and JSON. Pure.
//
//     true                                     as the request's table or index usually throttles
//     "AccountLimitExceeded"                   by that limit, if the table or index has it
//     "IndexWriteKeyRangeThroughputExceeded"   always with this reason
//     {"limit": …, "source": "index"}          an index that the request writes, not its table;
//                                              or "any"
//     {"reason": …, "resource": "arn:…"}
#pragma once

#include <optional>

#include "emulator/base/members.hpp"
#include "engine/faults/throttle.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::faults {

// Reads the member "throttle" of `fault`, whose members are `members`. nullopt if it is absent or
// false. Errors: another type, unknown members, a reason or limit that DynamoDB does not have.
Accepted<std::optional<engine::faults::Throttle>> read_throttle(
    protocol::wire::JsonView fault, Members& members
);

// Appends the form that read_throttle() reads.
void write_throttle(protocol::wire::JsonWriter& json, const engine::faults::Throttle& throttle);

}  // namespace stator::emulator::laboratory::faults
