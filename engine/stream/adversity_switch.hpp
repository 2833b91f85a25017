// AdversitySwitch: the current stream faults of a universe. Thread-safe. If there are none, a query
// costs one relaxed load.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/base/mutex.hpp"
#include "engine/base/seeded_random.hpp"
#include "engine/stream/adversity.hpp"

namespace stator::engine::stream {

class AdversitySwitch {
public:
    // All random choices derive from the seed.
    explicit AdversitySwitch(std::uint64_t seed) : seed_(mix(seed, kName)) {}

    AdversitySwitch(const AdversitySwitch&) = delete;
    AdversitySwitch& operator=(const AdversitySwitch&) = delete;

    bool is_on() const { return is_on_.load(std::memory_order_relaxed); }

    // Returns nullopt if there are no stream faults.
    std::optional<Chances> chances() const {
        if (!is_on()) return std::nullopt;
        const MutexLock lock(mutex_);
        return Chances(adversity_, seed_);
    }

    Adversity adversity() const {
        const MutexLock lock(mutex_);
        return adversity_;
    }

    void set(const Adversity& adversity) {
        const MutexLock lock(mutex_);
        adversity_ = adversity;
        is_on_.store(adversity.is_any(), std::memory_order_relaxed);
    }

    void reseed(std::uint64_t seed) {
        const MutexLock lock(mutex_);
        seed_ = mix(seed, kName);
    }

private:
    // Makes these random choices differ from all others with the same seed.
    static constexpr std::string_view kName = "stream adversity";

    std::atomic<bool> is_on_ = false;
    mutable Mutex mutex_;
    Adversity adversity_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t seed_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::stream
