// Patience: a time limit for repeated attempts, with growing pauses between them.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace stator::conformance {

class Patience {
public:
    explicit Patience(std::chrono::milliseconds limit)
        : end_(std::chrono::steady_clock::now() + limit) {}

    /// Sleeps briefly and returns true. Returns false immediately if the time limit has passed.
    bool pause() {
        const auto now = std::chrono::steady_clock::now();
        if (now >= end_) return false;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - now);
        std::this_thread::sleep_for(std::min(pause_, left));
        pause_ = std::min(pause_ * 2, kPauseMax);
        return true;
    }

private:
    static constexpr std::chrono::milliseconds kPauseMax{1'000};

    std::chrono::steady_clock::time_point end_;
    std::chrono::milliseconds pause_{10};
};

}  // namespace stator::conformance
