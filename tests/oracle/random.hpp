// Random: the conformance runner's seeded generator of numbers.
#pragma once

#include <vector>

#include "conformance/base/random.hpp"

namespace stator::oracle {

using conformance::Random;

}  // namespace stator::oracle
