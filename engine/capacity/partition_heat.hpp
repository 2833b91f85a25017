// PartitionHeat: the traffic of one partition: how much it has served, at what rate, how often it
// was throttled, and which keys account for most of the traffic.
//
// Plain values guarded by their owner; not thread-safe. Deterministic: the same calls produce the
// same report. Memory is bounded, regardless of the number of keys.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/capacity/source_throughput.hpp"

namespace stator::engine::capacity {

// The number of keys of a partition that are tracked individually in each direction.
inline constexpr std::size_t kTopKeys = 16;
// The length of the recent past, in seconds.
inline constexpr std::size_t kRecentSeconds = 60;

// Units consumed in one direction.
struct UnitsHeat {
    double total = 0;
    // Over the last 60 seconds, including the current one: the average per second, and the peak.
    double average_per_second = 0;
    double max_per_second = 0;
    // The most units in any one second so far.
    double peak_per_second = 0;
    // The share of everything that the table or index has consumed, 0 to 1.
    double share = 1;
};

// A key with much of the traffic. It has consumed at least `units - error` and at most `units`.
struct KeyHeat {
    std::string text;
    double units = 0;
    double error = 0;
};

// Counts units per second.
class UnitsWindow {
public:
    void add(double units, Instant now);

    UnitsHeat heat(Instant now);

    double total() const { return total_; }

private:
    void roll(Instant now);

    std::array<double, kRecentSeconds> seconds_{};
    std::int64_t second_ = 0;  // the current one
    double total_ = 0;
    double peak_ = 0;
};

// The keys with the most units: a space-saving sketch (Metwally, Agrawal, El Abbadi 2005). Exact
// while there are no more keys than counters. After that a new key replaces the smallest one and
// inherits its units as its error; no key with more than a sixteenth of all units is missed.
class KeySketch {
public:
    void add(std::string_view text, std::uint64_t hash, double units);

    // Largest first; equal keys in the order of first use. Omits keys whose certain units do not
    // exceed the error, because they may owe their whole rank to other keys.
    std::vector<KeyHeat> top() const;

    // Moves the keys whose hash is at least `first_hash` to another, empty sketch.
    void move_from(std::uint64_t first_hash, KeySketch& upper);

private:
    struct Counter {
        std::uint64_t hash = 0;
        KeyHeat key;
    };

    std::vector<Counter> counters_;  // at most kTopKeys
};

class PartitionHeat {
public:
    void charge(
        Direction direction, const Consumption& consumption, std::string_view key_text, Instant now
    );

    // Call when a request was rejected.
    void note_throttled() { ++throttled_; }

    // Call when a request for that key was rejected, or would have been.
    void note_throttled_key(std::string_view key_text, std::uint64_t hash) {
        throttled_keys_.add(key_text, hash, 1);
    }

    // Call when a request was served that DynamoDB would have rejected.
    void note_would_throttle() { ++would_throttle_; }

    UnitsHeat units(Direction direction, Instant now);

    std::vector<KeyHeat> top_keys(Direction direction) const;

    // Here, `units` is the number of requests.
    std::vector<KeyHeat> throttled_keys() const { return throttled_keys_.top(); }

    std::int64_t throttled() const { return throttled_; }

    std::int64_t would_throttle() const { return would_throttle_; }

    // Splits the figures at that hash: keys move to the half that they belong to, past totals stay
    // with the lower half.
    void split(std::uint64_t first_hash, PartitionHeat& upper);

private:
    std::array<UnitsWindow, 2> windows_;
    std::array<KeySketch, 2> keys_;
    KeySketch throttled_keys_;
    std::int64_t throttled_ = 0;
    std::int64_t would_throttle_ = 0;
};

}  // namespace stator::engine::capacity
