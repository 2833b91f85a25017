// Whether PartiQL only reads. Pure.
#pragma once

#include "protocol/wire/json.hpp"

namespace stator::tools::mcp {

// Whether all statements of a request, of ExecuteStatement or of several at once, are SELECTs.
bool only_selects(protocol::wire::JsonView request);

}  // namespace stator::tools::mcp
