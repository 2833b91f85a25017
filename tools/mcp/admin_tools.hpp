// The tools that are routes of the admin API: the laboratory and the journal, made of the OpenAPI
// file, so that a new route is a tool by itself.
#pragma once

#include <string_view>

#include "tools/mcp/tool.hpp"

namespace stator::tools::mcp {

// Those that read: GET, and what the file marks with "x-reads"; with the permission to write the
// others, too. Routes that describe the API or serve probes are left out. `openapi` is the file.
Tools admin_tools(std::string_view openapi, Permission permission);

}  // namespace stator::tools::mcp
