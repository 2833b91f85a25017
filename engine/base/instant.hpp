// Instant: a time of the engine's clock, with the name that the whole engine uses.
#pragma once

#include "engine/base/vocabulary.hpp"
#include "protocol/base/instant.hpp"

namespace stator::engine {

using protocol::Instant;
using protocol::kBeforeAll;
using protocol::kNever;

}  // namespace stator::engine
