// The tools for routes of the admin API: the test controls and the request log. They are built from
// the OpenAPI file, so that a new route becomes a tool without further code.
#pragma once

#include <string_view>

#include "tools/mcp/tool.hpp"

namespace stator::tools::mcp {

// Returns the tools that read: GET routes and routes that the file marks with "x-reads". With the
// permission to write, also returns the others. Omits routes that describe the API or serve probes.
// `openapi` is the file's contents.
Tools admin_tools(std::string_view openapi, Permission permission);

}  // namespace stator::tools::mcp
