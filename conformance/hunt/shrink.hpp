// Shrinking: finds the smallest request, on the fewest and smallest items, that shows the same
// difference.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "conformance/hunt/cluster.hpp"

namespace stator::conformance::hunt {

/// Returns true if the exemplar still shows the difference.
using StillShows = std::function<bool(const Exemplar&)>;

/// Tries at most `attempts_max` smaller exemplars. First removes tables that the request does not
/// name, then items, parts of the request, and attributes of items.
Exemplar shrunk(Exemplar exemplar, const StillShows& still_shows, std::size_t attempts_max);

/// Returns requests with one part removed or shortened: a member, an element, a part of an
/// expression, a long text.
std::vector<std::string> smaller_requests(const std::string& request);

}  // namespace stator::conformance::hunt
