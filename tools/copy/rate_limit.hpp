// RateLimit: a limit on capacity units per second, shared by all threads. Thread-safe.
#pragma once

#include <chrono>
#include <mutex>

#include "protocol/base/instant.hpp"

namespace stator::tools::copy {

class RateLimit {
public:
    // 0 means no limit.
    explicit RateLimit(double units_a_second) : units_a_second_(units_a_second) {}

    bool is_set() const { return units_a_second_ > 0; }

    // Records the spent units, and returns how long to wait before the next call. The cost of a
    // call is known only after it, so the wait follows the call.
    std::chrono::milliseconds spend(double units, protocol::Instant now);

private:
    const double units_a_second_;
    std::mutex mutex_;
    double paid_until_ms_ = 0;  // milliseconds since 1970
};

}  // namespace stator::tools::copy
