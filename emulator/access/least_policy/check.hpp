// A policy held against requests that have been made.
#pragma once

#include <string>

#include "emulator/access/authorization/decision_log.hpp"
#include "emulator/access/authorization/judges.hpp"
#include "emulator/access/iam/policy.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::least_policy {

struct Candidate {
    const iam::Policy& policy;
    // Whose requests alone it is held against; "" for everybody's.
    std::string principal = {};
};

// Writes which of the requests in the log would not pass if the policy were the only one of their
// principals, and which of its statements none of them needed, as
// {"passed":…,"requests":…,"results":[…],"unused":[…]}. Conditions are judged by what was kept of
// a request, which is what the policies of then asked for: what was not kept does not pass.
void write_check(
    protocol::wire::JsonWriter& json,
    const authorization::DecisionLog& log,
    const Candidate& candidate
);

// The same by the journal of requests. It does not pass while there are requests in it, of the
// principal, whose bodies were not kept. Requests that have left the journal do not stop it from
// passing: "unknown" says how many there were.
void write_check(
    protocol::wire::JsonWriter& json,
    laboratory::Laboratory& laboratory,
    const authorization::Judges& judges,
    const Candidate& candidate
);

}  // namespace stator::emulator::access::least_policy
