// The moments of the engine's clock, by the name they have everywhere below it.
#pragma once

#include "protocol/base/instant.hpp"

namespace stator::engine {

using protocol::Instant;
using protocol::kBeforeAll;
using protocol::kNever;

}  // namespace stator::engine
