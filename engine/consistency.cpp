#include "engine/consistency.hpp"

#include <algorithm>

namespace stator::engine {

Consistency::Pin Consistency::pin() {
    const MutexLock lock(mutex_);
    ++pin_count_;
    // From here on writers keep history; what they replaced before is not needed at this point,
    // which is the last commit stamped so far.
    Pin pin{++last_pin_, {}};
    pin.point.sequence = last_sequence();
    pins_.emplace(pin.id, pin.point);
    return pin;
}

void Consistency::release(std::uint64_t pin_id) {
    const MutexLock lock(mutex_);
    if (pins_.erase(pin_id) != 0) --pin_count_;
}

ReadPoint Consistency::horizon() const {
    const MutexLock lock(mutex_);
    ReadPoint oldest;
    for (const auto& [id, point] : pins_) {
        if (point.sequence < oldest.sequence) oldest = point;
    }
    return oldest;
}

}  // namespace stator::engine
