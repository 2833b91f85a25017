// The members of a legacy parameter's JSON map, in request order.
#pragma once

#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "protocol/wire/json.hpp"

namespace stator::protocol::expression::legacy {

using LegacyEntries = std::vector<std::pair<std::string_view, wire::JsonView>>;

// Null members count as absent. AWS: if members are repeated, the last one counts.
inline LegacyEntries legacy_entries(wire::JsonView map) {
    LegacyEntries entries;
    std::unordered_map<std::string_view, std::size_t> places;
    for (const auto& member : map.members()) {
        if (member.value.IsNull()) continue;
        const std::string_view name = wire::member_name(member);
        const auto [place, is_new] = places.emplace(name, entries.size());
        if (is_new) {
            entries.emplace_back(name, wire::JsonView(member.value));
        } else {
            entries[place->second].second = wire::JsonView(member.value);
        }
    }
    return entries;
}

}  // namespace stator::protocol::expression::legacy
