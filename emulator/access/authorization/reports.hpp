// Writes decisions as JSON for the admin API. Pure.
#pragma once

#include "emulator/access/authorization/decision_log.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::authorization {

// Writes a decision: the request, and for each action the statements about it, the statements that
// failed with the reason, and the context of the request.
void write_decision(protocol::wire::JsonWriter& json, const DecisionRecord& record);

// Writes a decision on one line, without statements and context.
void write_summary(protocol::wire::JsonWriter& json, const DecisionRecord& record);

}  // namespace stator::emulator::access::authorization
