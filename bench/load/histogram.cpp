// Each value below 256 has a bucket of its own. For larger values, `shift` is the number of low
// bits that are dropped so that eight remain; the bucket is shift * 128 + the remaining eight bits.
// The ranges follow each other without a gap because the eighth bit is always set.
#include "load/histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace stator::bench {

std::size_t Histogram::bucket_of(std::uint64_t value) noexcept {
    const auto width = static_cast<unsigned>(std::bit_width(value));
    const unsigned shift = width > kSubBucketBits + 1 ? width - kSubBucketBits - 1 : 0;
    return shift * kSubBuckets + static_cast<std::size_t>(value >> shift);
}

std::uint64_t Histogram::middle_of(std::size_t bucket) noexcept {
    if (bucket < 2 * kSubBuckets) return bucket;
    const auto shift = static_cast<unsigned>(bucket / kSubBuckets) - 1;
    const std::uint64_t low = static_cast<std::uint64_t>(bucket - shift * kSubBuckets) << shift;
    return low + (std::uint64_t{1} << shift) / 2;
}

void Histogram::record(std::uint64_t value) noexcept {
    ++counts_[bucket_of(value)];
    ++count_;
    max_ = std::max(max_, value);
}

void Histogram::clear() noexcept {
    counts_.fill(0);
    count_ = 0;
    max_ = 0;
}

std::uint64_t Histogram::percentile(double percent) const noexcept {
    if (count_ == 0) return 0;
    const double share = std::clamp(percent, 0.0, 100.0) / 100.0;
    const double exact_rank = std::ceil(share * static_cast<double>(count_));
    const std::uint64_t rank = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(exact_rank));
    std::uint64_t seen = 0;
    for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
        seen += counts_[bucket];
        if (seen >= rank) return std::min(middle_of(bucket), max_);
    }
    return max_;
}

}  // namespace stator::bench
