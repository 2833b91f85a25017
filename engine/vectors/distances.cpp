#include "engine/vectors/distances.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stator::engine::vectors {

using values::DistanceFunction;

double squared_norm(const float* values, std::size_t dimensions) {
    constexpr std::size_t kMostOnStack = 256;
    double sum = 0;
    if (dimensions <= kMostOnStack) {
        double query[kMostOnStack];
        std::copy_n(values, dimensions, query);
        kernels().dot_products(values, 1, query, dimensions, &sum);
        return sum;
    }
    const std::vector<double> query(values, values + dimensions);
    kernels().dot_products(values, 1, query.data(), dimensions, &sum);
    return sum;
}

Query::Query(const std::vector<float>& values, DistanceFunction function)
    : values_(values.begin(), values.end()),
      norm_(squared_norm(values.data(), values.size())),
      function_(function) {}

void Query::sums(const Kernels& kernels, const float* rows, std::size_t count, double* sums) const {
    const auto kernel =
        function_ == DistanceFunction::Euclidean ? kernels.squared_distances : kernels.dot_products;
    kernel(rows, count, values_.data(), values_.size(), sums);
}

// AWS: [case SearchVectors/distances]. The root of a square is exact, so the cosine of two equal
// vectors is 1. The product of two norms stays far from the bounds of a double.
void Query::score(double* sums, const double* norms, std::size_t count) const {
    constexpr double kMost = std::numeric_limits<float>::max();
    switch (function_) {
        case DistanceFunction::DotProduct:
            for (std::size_t i = 0; i < count; ++i) sums[i] = std::clamp(sums[i], -kMost, kMost);
            return;
        case DistanceFunction::Euclidean:
            for (std::size_t i = 0; i < count; ++i) sums[i] = std::sqrt(sums[i]);
            return;
        case DistanceFunction::Cosine:
            for (std::size_t i = 0; i < count; ++i) {
                const bool is_zero = norms[i] == 0 || norm_ == 0;
                const double cosine = sums[i] / std::sqrt(norms[i] * norm_);
                sums[i] = is_zero ? 1 : std::clamp(1 - cosine, 0.0, 2.0);
            }
            return;
    }
}

}  // namespace stator::engine::vectors
