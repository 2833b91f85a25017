// The settings of eventually consistent reads of a universe, as JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/base/members.hpp"
#include "emulator/laboratory/controls/control.hpp"
#include "engine/consistency/lag_policy.hpp"

namespace stator::emulator::laboratory::controls {

// {"mode":"lagged","lag":{"uniform":[0,500]},"indexLag":5,"rules":[…]}; "sources" is ignored.
Accepted<Change> read_consistency(protocol::wire::JsonView json, const std::string& place);
void write_consistency(protocol::wire::JsonWriter& json, Laboratory& laboratory);

// Reads the member "rules": [{"universe"?,"table"?,"index"?,"mode"?,"lag"}]. nullopt if it is
// absent.
Accepted<std::optional<std::vector<engine::consistency::LagRule>>> read_lag_rules(Members& members);

// Appends "mode" and "lag".
void write_lag_policy(
    protocol::wire::JsonWriter& json, const engine::consistency::LagPolicy& policy
);

// "oldest-legal" and so on.
std::string_view read_mode_name(engine::consistency::ReadMode mode);
std::optional<engine::consistency::ReadMode> find_read_mode(std::string_view name);

}  // namespace stator::emulator::laboratory::controls
