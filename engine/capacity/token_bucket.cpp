#include "engine/capacity/token_bucket.hpp"

#include <algorithm>

namespace stator::engine::capacity {

TokenBucket::TokenBucket(double per_second, double burst_seconds, std::int64_t now_ms)
    : per_second_(per_second),
      capacity_(per_second * burst_seconds),
      level_(capacity_),
      refilled_ms_(now_ms) {}

bool TokenBucket::has_tokens(std::int64_t now_ms) {
    return level(now_ms) > 0;
}

void TokenBucket::take(double units, std::int64_t now_ms) {
    refill(now_ms);
    level_ -= units;
}

void TokenBucket::set_rate(double per_second, double burst_seconds, std::int64_t now_ms) {
    refill(now_ms);
    const double capacity = per_second * burst_seconds;
    if (level_ > 0) level_ *= capacity / capacity_;
    per_second_ = per_second;
    capacity_ = capacity;
}

double TokenBucket::level(std::int64_t now_ms) {
    refill(now_ms);
    return level_;
}

void TokenBucket::refill(std::int64_t now_ms) {
    const std::int64_t elapsed_ms = now_ms - refilled_ms_;
    refilled_ms_ = now_ms;
    if (elapsed_ms <= 0) return;
    const double refilled = level_ + per_second_ * static_cast<double>(elapsed_ms) / 1'000;
    level_ = std::min(capacity_, refilled);
}

}  // namespace stator::engine::capacity
