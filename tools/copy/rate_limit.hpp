// RateLimit: capacity units in each second, shared by all that spend them. Thread-safe.
#pragma once

#include <chrono>
#include <mutex>

#include "protocol/base/instant.hpp"

namespace stator::tools::copy {

class RateLimit {
public:
    // 0: no limit.
    explicit RateLimit(double units_a_second) : units_a_second_(units_a_second) {}

    bool is_set() const { return units_a_second_ > 0; }

    // Notes what was spent, and says how long to wait before more is. What a call costs is known
    // behind it, so the wait pays for it.
    std::chrono::milliseconds spend(double units, protocol::Instant now);

private:
    const double units_a_second_;
    std::mutex mutex_;
    double paid_until_ms_ = 0;  // since 1970
};

}  // namespace stator::tools::copy
