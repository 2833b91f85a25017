// Distribution: a duration in milliseconds, fixed or random. A value.
#pragma once

#include <cstdint>

namespace stator::engine {

enum class DistributionKind : unsigned char { Fixed, Uniform, Exponential };

struct Distribution {
    // The longest duration: 366 days.
    static constexpr std::int64_t kLongestMs = 366LL * 24 * 3'600'000;
    // An exponential distribution is cut off at this multiple of its mean. Without this limit, one
    // duration in three thousand would be longer.
    static constexpr std::int64_t kMeansMax = 8;
    static constexpr std::int64_t kLongestMeanMs = kLongestMs / kMeansMax;

    DistributionKind kind = DistributionKind::Fixed;
    // Fixed: the value. Uniform: the minimum. Exponential: the mean.
    std::int64_t first_ms = 0;
    // Uniform: the maximum. Otherwise unused.
    std::int64_t second_ms = 0;

    static Distribution fixed(std::int64_t ms) { return {DistributionKind::Fixed, ms, 0}; }

    static Distribution uniform(std::int64_t least_ms, std::int64_t most_ms) {
        return {DistributionKind::Uniform, least_ms, most_ms};
    }

    static Distribution exponential(std::int64_t mean_ms) {
        return {DistributionKind::Exponential, mean_ms, 0};
    }

    // The duration that these random bits select; never above most_ms().
    std::int64_t draw_ms(std::uint64_t bits) const;

    // The upper bound of all durations.
    std::int64_t most_ms() const;

    std::int64_t mean_ms() const;

    bool is_zero() const { return most_ms() == 0; }

    friend bool operator==(const Distribution&, const Distribution&) = default;
};

}  // namespace stator::engine
