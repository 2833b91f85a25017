// Faults: the faults found in one expression. DynamoDB reports only one of them.
//
// AWS ranks faults by kind; within a kind, the first in text order counts. Each analysis defines
// its own ranks and reports faults in text order, so the result is the first fault of the lowest
// rank.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "protocol/base/result.hpp"

namespace stator::protocol::expression::analysis {

class Faults {
public:
    void report(std::size_t rank, ApiError error) {
        if (worst_ && rank_ <= rank) return;
        rank_ = rank;
        worst_ = std::move(error);
    }

    // Returns the error to report, if any.
    Result<void> result() const {
        if (worst_) return *worst_;
        return {};
    }

private:
    std::size_t rank_ = 0;
    std::optional<ApiError> worst_;
};

}  // namespace stator::protocol::expression::analysis
