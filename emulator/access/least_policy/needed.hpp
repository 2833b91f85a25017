// The least policy of each principal under which its requests pass. Pure.
#pragma once

#include <string>

#include "emulator/access/least_policy/run.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::least_policy {

struct NeededForm {
    // "…/index/*" in place of each index; with conditions, where those of all indexes are equal.
    bool joins_indexes = false;
    bool joins_prefixes = false;  // see joined_by_prefix()
    bool of_any_account = false;  // "*" in place of the account
    bool has_conditions = false;  // the items and attributes of the requests, and no others
    std::string principal = {};   // of this one alone; "" for all
};

// Writes {"principals":[{"principal":…,"policy":{…}}]}, and as "unknown" of which requests it is
// not known what they needed.
void write_needed(protocol::wire::JsonWriter& json, const Run& run, const NeededForm& form);

// Writes the member "unknown"; nothing where everything is known.
void write_unknown(protocol::wire::JsonWriter& json, const std::vector<UnknownRequests>& unknown);

}  // namespace stator::emulator::access::least_policy
