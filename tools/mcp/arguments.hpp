// Functions for arguments that all tools share. Pure functions.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "emulator/base/accepted.hpp"
#include "protocol/wire/json.hpp"
#include "tools/mcp/tool.hpp"

namespace stator::tools::mcp {

// The argument that selects the universe for a tool.
inline constexpr std::string_view kUniverse = "universe";
inline constexpr std::string_view kUniverseHelp = "Another universe; listUniverses lists them";

// Directs the request to the universe in the arguments, if they contain one. Error: it is not a
// valid universe name.
emulator::Accepted<void> take_universe(protocol::wire::JsonView arguments, ServerRequest& request);

// Whether the text consists of letters, digits and dashes, so that a header may contain it as a
// region.
bool is_region(std::string_view text);

// Returns the object as JSON, without the members with these names.
std::string object_without(
    protocol::wire::JsonView object, std::initializer_list<std::string_view> names
);

}  // namespace stator::tools::mcp
