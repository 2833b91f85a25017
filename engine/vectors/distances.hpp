// Distances: DynamoDB's three, computed from the sums of the kernels. Pure functions.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/base/vocabulary.hpp"
#include "engine/vectors/kernels.hpp"
#include "protocol/values/vector_terms.hpp"

namespace stator::engine::vectors {

// The sum of the squares of the elements, in the order of the kernels.
double squared_norm(const float* values, std::size_t dimensions);

// A search vector, prepared for comparisons.
class Query {
public:
    Query(const std::vector<float>& values, values::DistanceFunction function);

    std::size_t dimensions() const { return values_.size(); }

    // Computes the sums of `count` contiguous rows at `rows`.
    void sums(const Kernels& kernels, const float* rows, std::size_t count, double* sums) const;

    // Turns `count` sums into scores; `norms` are the rows' sums of squares.
    void score(double* sums, const double* norms, std::size_t count) const;

    // True if a higher score is better.
    bool prefers_higher() const { return function_ == values::DistanceFunction::DotProduct; }

private:
    std::vector<double> values_;
    double norm_ = 0;
    values::DistanceFunction function_;
};

}  // namespace stator::engine::vectors
