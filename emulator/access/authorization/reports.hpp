// What the decisions say, as the admin API writes it. Pure.
#pragma once

#include "emulator/access/authorization/decision_log.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::authorization {

// Writes a decision: what was asked, and for each action which statements were about it, which
// failed by what, and what the request's context was.
void write_decision(protocol::wire::JsonWriter& json, const DecisionRecord& record);

// The same in a line: without statements and context.
void write_summary(protocol::wire::JsonWriter& json, const DecisionRecord& record);

}  // namespace stator::emulator::access::authorization
