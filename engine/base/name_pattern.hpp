// Name patterns: how every rule, filter and assertion of the laboratory names operations, tables,
// indexes, regions and universes: "*" stands for any text, everything else for itself. Pure
// functions.
#pragma once

#include <string_view>

namespace stator::engine {

// True when `name` is `pattern`, in which each "*" stands for any text, even none.
bool matches_name(std::string_view pattern, std::string_view name);

// The same for the engine's name of a universe. A pattern is about what people say, and to them the
// default universe is "default"; "" alone is that universe, too.
bool matches_universe(std::string_view pattern, std::string_view universe);

// The same for an index, where "" is the table itself: only "" stands for that, since it is no
// index.
bool matches_index(std::string_view pattern, std::string_view index);

}  // namespace stator::engine
