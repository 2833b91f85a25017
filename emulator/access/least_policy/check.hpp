// Evaluates a policy against earlier requests.
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
    // Only the requests of this principal are checked; "" for all principals.
    std::string principal = {};
};

// Writes the requests in the log that would be denied if `policy` were the only policy of their
// principals, and the statements that no request needed, as
// {"passed":…,"requests":…,"results":[…],"unused":[…]}.
// Evaluates conditions with the recorded context of a request, which contains the keys that
// policies requested at that time. A request fails if a key was not recorded.
void write_check(
    protocol::wire::JsonWriter& json,
    const authorization::DecisionLog& log,
    const Candidate& candidate
);

// Like the function above, but for the requests in the journal. The check fails if the body of a
// request of the principal was not recorded completely enough. Requests that have left the journal
// do not make it fail; "unknown" contains their number.
void write_check(
    protocol::wire::JsonWriter& json,
    laboratory::Laboratory& laboratory,
    const authorization::Judges& judges,
    const Candidate& candidate
);

}  // namespace stator::emulator::access::least_policy
