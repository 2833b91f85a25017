// The tools that are DynamoDB's operations: one for each of
// protocol/operations/requests/operation_list.hpp.
#pragma once

#include "tools/client/caller.hpp"
#include "tools/mcp/tool.hpp"

namespace stator::tools::mcp {

// Those that read; with the permission to write the others, too. Without it a PartiQL statement has
// to be a SELECT. Requests go where the console's go: they are carried out as any other, but
// neither recorded in the journal nor subject to faults.
Tools operation_tools(const client::Caller& caller, Permission permission);

}  // namespace stator::tools::mcp
