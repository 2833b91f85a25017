// Distances: DynamoDB's three, from the sums that the kernels make. Pure functions.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/base/vocabulary.hpp"
#include "engine/vectors/kernels.hpp"
#include "protocol/values/vector_terms.hpp"

namespace stator::engine::vectors {

// The sum of the squares of the elements, in the order of the kernels.
double squared_norm(const float* values, std::size_t dimensions);

// A search vector, ready to be compared.
class Query {
public:
    Query(const std::vector<float>& values, values::DistanceFunction function);

    std::size_t dimensions() const { return values_.size(); }

    // The sums of `count` rows, one after another at `rows`.
    void sums(const Kernels& kernels, const float* rows, std::size_t count, double* sums) const;

    // Turns the sums of that many rows into their Scores; `norms` are the sums of their squares.
    void score(double* sums, const double* norms, std::size_t count) const;

    // Whether a higher score is the better one.
    bool prefers_higher() const { return function_ == values::DistanceFunction::DotProduct; }

private:
    std::vector<double> values_;
    double norm_ = 0;
    values::DistanceFunction function_;
};

}  // namespace stator::engine::vectors
