#include "tools/copy/rate_limit.hpp"

#include <algorithm>
#include <cmath>

namespace stator::tools::copy {

std::chrono::milliseconds RateLimit::spend(double units, protocol::Instant now) {
    if (!is_set()) return std::chrono::milliseconds(0);
    constexpr double kMillisecondsInASecond = 1000;
    const auto now_ms = static_cast<double>(now.unix_ms());
    const std::lock_guard lock(mutex_);
    paid_until_ms_ = std::max(paid_until_ms_, now_ms);
    paid_until_ms_ += units * kMillisecondsInASecond / units_a_second_;
    return std::chrono::milliseconds(std::llround(paid_until_ms_ - now_ms));
}

}  // namespace stator::tools::copy
