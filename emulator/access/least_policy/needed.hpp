// Generates the least-privilege policy of each principal for its requests. Pure.
#pragma once

#include <string>

#include "emulator/access/least_policy/run.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::least_policy {

struct NeededForm {
    // Write "…/index/*" instead of each index. With conditions, only if those of all indexes are
    // equal.
    bool joins_indexes = false;
    bool joins_prefixes = false;  // see joined_by_prefix()
    bool of_any_account = false;  // "*" instead of the account
    bool has_conditions = false;  // restrict to the items and attributes of the requests
    std::string principal = {};   // only this principal; "" for all
};

// Writes {"principals":[{"principal":…,"policy":{…}}]}, and the requests with unknown needs as
// "unknown".
void write_needed(protocol::wire::JsonWriter& json, const Run& run, const NeededForm& form);

// Writes the member "unknown", unless all needs are known.
void write_unknown(protocol::wire::JsonWriter& json, const std::vector<UnknownRequests>& unknown);

}  // namespace stator::emulator::access::least_policy
