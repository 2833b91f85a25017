// Shrinking: the smallest request, on the fewest and smallest items, that still shows something.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "conformance/hunt/cluster.hpp"

namespace stator::conformance::hunt {

/// Whether the exemplar still shows what it is kept for.
using StillShows = std::function<bool(const Exemplar&)>;

/// Tries at most `attempts_max` smaller exemplars. Tables that the request does not name go first,
/// then items, parts of the request, attributes of items.
Exemplar shrunk(Exemplar exemplar, const StillShows& still_shows, std::size_t attempts_max);

/// Requests with one thing less: a member, an element, a part of an expression, a long text.
std::vector<std::string> smaller_requests(const std::string& request);

}  // namespace stator::conformance::hunt
