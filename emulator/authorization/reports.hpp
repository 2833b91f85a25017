// What the decisions say, as the admin API writes it. Pure, but for the log, which is thread-safe.
#pragma once

#include <string>

#include "emulator/authorization/decision_log.hpp"
#include "emulator/iam/policy.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::authorization {

// Writes a decision: what was asked, and for each action which statements were about it, which
// failed by what, and what the request's context was.
void write_decision(protocol::wire::JsonWriter& json, const DecisionRecord& record);

// The same in a line: without statements and context.
void write_summary(protocol::wire::JsonWriter& json, const DecisionRecord& record);

struct NeededForm {
    bool with_refused = false;    // what was refused was needed, too
    bool joins_indexes = false;   // "…/index/*" in place of each index
    bool of_any_account = false;  // "*" in place of the account
    std::string principal = {};   // of this one alone; "" for all
};

// Writes the least policy of each principal under which its requests pass: {"principals":[…]}.
void write_needed(protocol::wire::JsonWriter& json, const DecisionLog& log, const NeededForm& form);

// Writes which of the requests in the log would not pass if `policy` were the only one of their
// principals, and which of its statements none of them needed, as
// {"passed":…,"requests":…,"results":[…],"unused":[…]}. Conditions are judged by what was kept of
// a request, which is what the policies of then asked for: what was not kept does not pass.
void write_check(
    protocol::wire::JsonWriter& json,
    const DecisionLog& log,
    const iam::Policy& policy,
    const std::string& principal
);

}  // namespace stator::emulator::authorization
