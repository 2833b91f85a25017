#include "engine/consistency/connection_ordinals.hpp"

#include <algorithm>

namespace stator::engine::consistency {

std::uint64_t ConnectionOrdinals::of(std::uint64_t connection) {
    const auto find = [&] {
        return std::ranges::lower_bound(known_, connection, {}, &Known::connection);
    };
    const auto found = find();
    if (found != known_.end() && found->connection == connection) return found->ordinal;
    if (known_.size() >= kRemembered / 3 * 4) {
        // Connections are numbered in order of arrival, so these are the oldest.
        known_.erase(known_.begin(), known_.end() - kRemembered);
    }
    return known_.insert(find(), {connection, ++last_})->ordinal;
}

void ConnectionOrdinals::clear() {
    known_ = std::vector<Known>();
    last_ = 0;
}

}  // namespace stator::engine::consistency
