// What an assistant is told of DynamoDB's operations and their members, besides what shapes say.
// Pure data.
#pragma once

#include <string>
#include <string_view>

#include "tools/mcp/tool.hpp"

namespace stator::tools::mcp {

// A sentence on what the operation does; "" for one that has none, which is described by its name.
std::string_view words_of_operation(std::string_view operation);

// How the member is written, where its type does not say it; "" otherwise.
std::string_view words_of_member(std::string_view member);

// What every session begins with: how this server is to be used.
std::string instructions(Permission permission);

}  // namespace stator::tools::mcp
