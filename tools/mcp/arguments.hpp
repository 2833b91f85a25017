// What the arguments of all tools have in common. Pure functions.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "emulator/base/accepted.hpp"
#include "protocol/wire/json.hpp"
#include "tools/mcp/tool.hpp"

namespace stator::tools::mcp {

// The argument that says which universe a tool works on.
inline constexpr std::string_view kUniverse = "universe";
inline constexpr std::string_view kUniverseHelp = "Another universe; listUniverses lists them";

// Lets the request go to the universe that the arguments name, if they name one. Refusal: no
// universe can have that name.
emulator::Accepted<void> take_universe(protocol::wire::JsonView arguments, ServerRequest& request);

// Letters, digits and dashes: what may stand in a header as a region.
bool is_region(std::string_view text);

// The object as JSON, without the members of these names.
std::string object_without(
    protocol::wire::JsonView object, std::initializer_list<std::string_view> names
);

}  // namespace stator::tools::mcp
