// Tells whether PartiQL statements only read. Pure.
#pragma once

#include "protocol/wire/json.hpp"

namespace stator::tools::mcp {

// Whether all statements of a request, of ExecuteStatement or of a batch or transaction, are
// SELECTs.
bool only_selects(protocol::wire::JsonView request);

}  // namespace stator::tools::mcp
