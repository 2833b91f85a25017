// Additional descriptions of DynamoDB's operations and their members for assistants, beyond the
// shapes. Pure data.
#pragma once

#include <string>
#include <string_view>

#include "tools/mcp/tool.hpp"

namespace stator::tools::mcp {

// Returns a sentence about the operation's effect; "" if its name describes it well enough.
std::string_view words_of_operation(std::string_view operation);

// Returns how the member is written if its type does not show that; "" otherwise.
std::string_view words_of_member(std::string_view member);

// Returns the instructions for this server that every session begins with.
std::string instructions(Permission permission);

}  // namespace stator::tools::mcp
