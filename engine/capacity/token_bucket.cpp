#include "engine/capacity/token_bucket.hpp"

#include <algorithm>

namespace stator::engine::capacity {

TokenBucket::TokenBucket(double per_second, double burst_seconds, Instant now)
    : per_second_(per_second),
      capacity_(per_second * burst_seconds),
      level_(capacity_),
      refilled_at_(now) {}

bool TokenBucket::has_tokens(Instant now) {
    return level(now) > 0;
}

void TokenBucket::take(double units, Instant now) {
    refill(now);
    level_ -= units;
}

void TokenBucket::set_rate(double per_second, double burst_seconds, Instant now) {
    refill(now);
    const double capacity = per_second * burst_seconds;
    if (level_ > 0) level_ *= capacity / capacity_;
    per_second_ = per_second;
    capacity_ = capacity;
}

double TokenBucket::level(Instant now) {
    refill(now);
    return level_;
}

void TokenBucket::refill(Instant now) {
    const std::int64_t elapsed_ms = now - refilled_at_;
    refilled_at_ = now;
    if (elapsed_ms <= 0) return;
    const double refilled = level_ + per_second_ * static_cast<double>(elapsed_ms) / 1'000;
    level_ = std::min(capacity_, refilled);
}

}  // namespace stator::engine::capacity
