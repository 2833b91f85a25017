#include "engine/base/name_pattern.hpp"

#include <cstddef>

namespace stator::engine {

bool matches_name(std::string_view pattern, std::string_view name) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) return pattern == name;
    if (!name.starts_with(pattern.substr(0, star))) return false;
    pattern.remove_prefix(star + 1);
    name.remove_prefix(star);
    // Each text between two stars is matched at its first occurrence; the text after the last star
    // must end the name.
    for (std::size_t end = pattern.find('*'); end != std::string_view::npos;
         end = pattern.find('*')) {
        const std::size_t found = name.find(pattern.substr(0, end));
        if (found == std::string_view::npos) return false;
        name.remove_prefix(found + end);
        pattern.remove_prefix(end + 1);
    }
    return name.ends_with(pattern);
}

bool matches_universe(std::string_view pattern, std::string_view universe) {
    constexpr std::string_view kDefault = "default";
    if (pattern.empty()) return universe.empty();
    return matches_name(pattern, universe.empty() ? kDefault : universe);
}

bool matches_index(std::string_view pattern, std::string_view index) {
    return pattern.empty() == index.empty() && matches_name(pattern, index);
}

}  // namespace stator::engine
