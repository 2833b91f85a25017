// Name patterns: the rules, filters and assertions of the laboratory use them to select operations,
// tables, indexes, regions and universes. "*" matches any text, every other character matches
// itself. Pure functions.
#pragma once

#include <string_view>

namespace stator::engine {

// True if `name` matches `pattern`. Each "*" matches any text, even none.
bool matches_name(std::string_view pattern, std::string_view name);

// Like matches_name(), for the engine's name of a universe. Patterns use the name that users see,
// so the default universe is "default"; the pattern "" also matches it.
bool matches_universe(std::string_view pattern, std::string_view universe);

// Like matches_name(), for the name of an index, where "" is the table itself. Only the pattern ""
// matches "", because the table is not an index.
bool matches_index(std::string_view pattern, std::string_view index);

}  // namespace stator::engine
