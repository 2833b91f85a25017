// Converts fault rules between engine::faults::FaultRule and their JSON form in the admin API and
// in the file of --faults. Pure, except for load_fault_file().
//
//     {"rules": [{"name": "lost reply",
//                 "match": {"operation": "PutItem", "table": ["users", "prod-*"], "index":
//                 "ByYear",
//                           "keyPrefix": "user#", "keyAttribute": "pk", "universe": "u1",
//                           "region": "eu-*", "nth": 3, "every": 2, "probability": 0.1},
//                 "times": 1,
//                 "fault": {"drop": "after"}}],
//      "preset": {"name": "adversarial", "intensity": 0.3},
//      "seed": 7}
//
// Only "fault" is required in a rule. Rules without a name are called "rule-1", "rule-2" and so on.
// The rules of a preset follow the others. The output of write_fault_rules() can be read again; its
// counters are ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "engine/faults/fault.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::faults {

using FaultRules = std::vector<engine::faults::FaultRule>;

// The settings of a fault plan.
struct FaultSettings {
    FaultRules rules;
    std::optional<std::uint64_t> seed;  // nullopt: the seed does not change
};

// `place` names the object in error messages. Errors: anything that does not have the form above;
// the message names the place, such as "rules[2].match".
Accepted<FaultSettings> read_fault_settings(
    protocol::wire::JsonView json, const std::string& place = "the top level"
);

// Reads the same form without a seed, or a single rule, for adding to the rules in `present`.
// Errors: those of read_fault_settings(), and a name that a present rule has (409).
Accepted<FaultRules> read_added_fault_rules(
    protocol::wire::JsonView json, std::span<const engine::faults::FaultRuleState> present
);

// Reads the settings in a file. Errors: those of read_fault_settings(), and a file that is missing,
// cannot be read or is not JSON. Every message contains the path.
Accepted<FaultSettings> load_fault_file(const std::string& path);

enum class Counters : unsigned char { Written, Left };

// Appends the member "rules", each rule with the counters "matched" and "fired" if requested.
void write_fault_rules(
    protocol::wire::JsonWriter& json,
    std::span<const engine::faults::FaultRuleState> rules,
    Counters counters
);

// The error for a rule whose name another rule has (409).
Refusal taken_rule_name(std::string_view name);

}  // namespace stator::emulator::laboratory::faults
