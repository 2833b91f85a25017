// The normal form of replies: what two right servers may answer differently is dropped or sorted.
#pragma once

#include "conformance/base/json.hpp"
#include "conformance/generate/request_writer.hpp"

namespace stator::conformance::hunt {

/// Sorts members by name, sets and rows whose order is not promised; drops ids, times, ARNs and
/// live counts. The rows of a page are dropped, too, where another order of hashes gives another
/// page.
void normalise_reply(const generate::Request& request, JsonDocument& reply);

/// The item with its members and sets sorted, as text: equal for equal items.
std::string normal_item_text(const Json& item);

}  // namespace stator::conformance::hunt
