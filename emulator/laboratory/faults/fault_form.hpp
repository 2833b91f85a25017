// Converts one fault between engine::faults::Fault and its text forms: JSON and the x-stator-fault
// header. Pure.
//
//     {"error":"ThrottlingException"}         any error of DynamoDB, with "message" to reword it
//     {"error":"TransactionCanceledException","cancellationReasons":["None","ValidationError"]}
//     {"throttle":true}                       the table's most usual one; see throttle_form.hpp
//     {"throttle":true,"when":"before-checks"}
//     {"status":503}                          500 InternalServerError, 503 ServiceUnavailable
//     {"latency":200}                         milliseconds or a distribution
//     {"pageRows":0} {"unprocessed":0.5} {"conflictAt":2}                 see RareAnswers
//     {"drop":"before"} {"drop":"after"} {"truncate":true} {"wrongCrc":true}
//
// Members can be combined if they do not contradict each other; docs/FAULTS.md contains the table.
// The short form, a string, is not JSON: "error=ThrottlingException; latency=20", "throttle".
#pragma once

#include <string>
#include <string_view>

#include "emulator/base/accepted.hpp"
#include "engine/faults/fault.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::faults {

// `place` names the object in error messages. Errors: unknown members, invalid values, effects that
// contradict each other, no effect.
Accepted<engine::faults::Fault> read_fault(protocol::wire::JsonView json, std::string place);

// Reads the value of an x-stator-fault header in either form. The short form may omit "=true".
// Errors: those of read_fault().
Accepted<engine::faults::Fault> read_fault_header(std::string_view header);

// Appends the object in the form that read_fault() accepts.
void write_fault(protocol::wire::JsonWriter& json, const engine::faults::Fault& fault);

}  // namespace stator::emulator::laboratory::faults
