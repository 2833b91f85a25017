// Converts one fault between engine::faults::Fault and its written forms: JSON and the
// x-stator-fault header. Pure.
//
//     {"error":"ThrottlingException"}         any error of DynamoDB, with "message" to reword it
//     {"error":"TransactionCanceledException","cancellationReasons":["None","ValidationError"]}
//     {"throttle":true}                       as the table does it; see throttle_form.hpp
//     {"throttle":true,"when":"before-checks"}
//     {"status":503}                          500 InternalServerError, 503 ServiceUnavailable
//     {"latency":200}                         milliseconds or a distribution
//     {"pageRows":0} {"unprocessed":0.5} {"conflictAt":2}                 see RareAnswers
//     {"drop":"before"} {"drop":"after"} {"truncate":true} {"wrongCrc":true}
//
// Members can be combined where that makes sense; docs/FAULTS.md has the table. The short form, a
// string, does without JSON: "error=ThrottlingException; latency=20", "throttle".
#pragma once

#include <string>
#include <string_view>

#include "emulator/base/accepted.hpp"
#include "engine/faults/fault.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::faults {

// `place` names the object in error sentences. Errors: unknown members, invalid values, effects
// that contradict each other, no effect at all.
Accepted<engine::faults::Fault> read_fault(protocol::wire::JsonView json, std::string place);

// The value of an x-stator-fault header, in either form; in the short one "=true" may be left out.
// Errors: as above.
Accepted<engine::faults::Fault> read_fault_header(std::string_view header);

// Appends the object that read_fault() understands.
void write_fault(protocol::wire::JsonWriter& json, const engine::faults::Fault& fault);

}  // namespace stator::emulator::laboratory::faults
