// The normal form of replies: parts that may differ between two correct servers are removed or
// sorted.
#pragma once

#include "conformance/base/json.hpp"
#include "conformance/generate/request_writer.hpp"

namespace stator::conformance::hunt {

/// Sorts members by name, and sets and rows without a guaranteed order. Removes ids, times, ARNs
/// and live counts, and also the rows of a page if it depends on the order of hashes.
void normalise_reply(const generate::Request& request, JsonDocument& reply);

/// Returns the item as text with sorted members and sets: equal for equal items.
std::string normal_item_text(const Json& item);

}  // namespace stator::conformance::hunt
