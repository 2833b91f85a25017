#include "emulator/laboratory/controls/universe_warnings.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "engine/base/name_pattern.hpp"

namespace stator::emulator::laboratory::controls {

std::vector<std::string> universes_of_fault_rules(const Laboratory& laboratory) {
    std::vector<std::string> patterns;
    for (const auto& state : laboratory.faults().rules()) {
        if (state.rule.match.universe) patterns.push_back(*state.rule.match.universe);
    }
    return patterns;
}

std::vector<std::string> universes_of_lag_rules(const Laboratory& laboratory) {
    std::vector<std::string> patterns;
    for (const auto& rule : laboratory.administration().lag().rules) {
        if (rule.universe) patterns.push_back(*rule.universe);
    }
    return patterns;
}

std::vector<std::string> universe_warnings(
    engine::Engine& engine, const std::vector<std::string>& patterns
) {
    if (patterns.empty()) return {};
    const std::vector<std::string> names = engine.universes().names();
    std::vector<std::string> warnings;
    for (const std::string& pattern : std::set(patterns.begin(), patterns.end())) {
        const bool fits = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            return engine::matches_universe(pattern, name);
        });
        if (fits) continue;
        warnings.push_back(
            "No universe is called '" + pattern +
            "' so far, so that this rule is about nothing; GET /_stator/v1/universes lists them."
        );
    }
    return warnings;
}

std::vector<std::string> universe_warnings(Laboratories& laboratories) {
    std::vector<std::string> patterns;
    for (const auto& laboratory : laboratories.all()) {
        std::ranges::move(universes_of_fault_rules(*laboratory), std::back_inserter(patterns));
        std::ranges::move(universes_of_lag_rules(*laboratory), std::back_inserter(patterns));
    }
    return universe_warnings(laboratories.usual().engine(), patterns);
}

void write_warnings(protocol::wire::JsonWriter& json, const std::vector<std::string>& warnings) {
    if (warnings.empty()) return;
    json.strings_member("warnings", warnings);
}

}  // namespace stator::emulator::laboratory::controls
