// Converts what a fault says of throttling between engine::faults::Throttle and JSON. Pure.
//
//     true                                     as the request's table or index does it most often
//     "AccountLimitExceeded"                   by that limit, where the table or index has it
//     "IndexWriteKeyRangeThroughputExceeded"   with this reason in any case
//     {"limit": …, "source": "index"}          an index that the request writes, not its table;
//     "any"
//     {"reason": …, "resource": "arn:…"}
#pragma once

#include <optional>

#include "emulator/base/members.hpp"
#include "engine/faults/throttle.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::faults {

// The member "throttle" of `fault`, whose members these are. Nothing when it is absent or false.
// Errors: another type, unknown members, a reason or limit that DynamoDB does not have.
Accepted<std::optional<engine::faults::Throttle>> read_throttle(
    protocol::wire::JsonView fault, Members& members
);

// Appends what read_throttle() reads.
void write_throttle(protocol::wire::JsonWriter& json, const engine::faults::Throttle& throttle);

}  // namespace stator::emulator::laboratory::faults
