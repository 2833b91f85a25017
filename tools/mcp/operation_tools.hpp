// The tools for DynamoDB's operations: one for each entry of
// protocol/operations/requests/operation_list.hpp.
#pragma once

#include "tools/client/caller.hpp"
#include "tools/mcp/tool.hpp"

namespace stator::tools::mcp {

// Returns the tools for operations that read; with the permission to write, also the others.
// Without that permission, a PartiQL statement must be a SELECT. Requests use the same path as the
// console's: they are carried out like any other request, but are not recorded in the request log
// and not subject to faults.
Tools operation_tools(const client::Caller& caller, Permission permission);

}  // namespace stator::tools::mcp
