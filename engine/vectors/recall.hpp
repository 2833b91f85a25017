// RecallSwitch: the share of matches that searches of one universe find. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/vectors/search.hpp"

namespace stator::engine::vectors {

class RecallSwitch {
public:
    explicit RecallSwitch(std::uint64_t seed = 0) : seed_(seed) {}

    Recall recall() const { return {share_.load(), seed_.load()}; }

    // Between 0 and 1; 1 is exact.
    void set_share(double share) { share_.store(share); }

    // The seed determines which items are missed.
    void reseed(std::uint64_t seed) { seed_.store(seed); }

private:
    std::atomic<double> share_{1};
    std::atomic<std::uint64_t> seed_;
};

}  // namespace stator::engine::vectors
