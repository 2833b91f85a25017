#include "emulator/controls/universe_warnings.hpp"

#include <algorithm>
#include <set>

#include "emulator/observe/laboratories.hpp"
#include "engine/base/name_pattern.hpp"

namespace stator::emulator::controls {

void write_universe_warnings(
    protocol::wire::JsonWriter& json,
    observe::Laboratories& laboratories,
    const std::vector<std::string>& patterns
) {
    if (patterns.empty()) return;
    const std::vector<std::string> names = laboratories.usual().administration().universes();
    std::set<std::string> unknown;
    for (const std::string& pattern : patterns) {
        const bool fits = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            return engine::matches_universe(pattern, name);
        });
        if (!fits) unknown.insert(pattern);
    }
    if (unknown.empty()) return;
    json.key("warnings");
    json.begin_array();
    for (const std::string& pattern : unknown) {
        json.string(
            "No universe is called '" + pattern +
            "' so far, so that this rule is about nothing; GET /_stator/v1/universes lists them."
        );
    }
    json.end_array();
}

}  // namespace stator::emulator::controls
