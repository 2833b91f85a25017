// A latency histogram with log-linear buckets: each power of two is divided into 128 equal parts,
// so a percentile is within 0.8 % of the true value at any magnitude, in constant memory. Not
// thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace stator::bench {

class Histogram {
public:
    // Counts one value. Constant time, no allocation.
    void record(std::uint64_t value) noexcept;

    // Removes all recorded values.
    void clear() noexcept;

    std::uint64_t count() const noexcept { return count_; }

    // The exact largest recorded value; 0 if there are none.
    std::uint64_t max() const noexcept { return max_; }

    // Returns the middle of the smallest bucket that `percent` per cent of the values do not
    // exceed, but at most max(). 0 if there are no values.
    std::uint64_t percentile(double percent) const noexcept;

private:
    static constexpr unsigned kSubBucketBits = 7;
    static constexpr std::size_t kSubBuckets = std::size_t{1} << kSubBucketBits;
    static constexpr std::size_t kBuckets = (64 - kSubBucketBits + 1) * kSubBuckets;

    static std::size_t bucket_of(std::uint64_t value) noexcept;
    static std::uint64_t middle_of(std::size_t bucket) noexcept;

    std::array<std::uint64_t, kBuckets> counts_{};
    std::uint64_t count_ = 0;
    std::uint64_t max_ = 0;
};

}  // namespace stator::bench
