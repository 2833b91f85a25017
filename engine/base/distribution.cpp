#include "engine/base/distribution.hpp"

#include <algorithm>
#include <cmath>

#include "engine/base/seeded_random.hpp"

namespace stator::engine {

std::int64_t Distribution::draw_ms(std::uint64_t bits) const {
    const double random = unit_interval(bits);
    switch (kind) {
        case DistributionKind::Fixed: return first_ms;
        case DistributionKind::Uniform: {
            const auto width = static_cast<double>(second_ms - first_ms + 1);
            return std::min(second_ms, first_ms + static_cast<std::int64_t>(random * width));
        }
        case DistributionKind::Exponential: {
            const double drawn = -std::log1p(-random) * static_cast<double>(first_ms);
            return std::min(most_ms(), static_cast<std::int64_t>(drawn));
        }
    }
    return first_ms;
}

std::int64_t Distribution::most_ms() const {
    switch (kind) {
        case DistributionKind::Fixed: return first_ms;
        case DistributionKind::Uniform: return second_ms;
        case DistributionKind::Exponential: return kMeansMax * first_ms;
    }
    return first_ms;
}

std::int64_t Distribution::mean_ms() const {
    if (kind == DistributionKind::Uniform) return (first_ms + second_ms) / 2;
    return first_ms;
}

}  // namespace stator::engine
