// FaultPlan: decides by an ordered list of rules which requests go wrong, and how.
//
// Rules are asked in order. Each counts the requests that match it; when it fires, it contributes
// those effects that no earlier rule has contributed: an error or a throttle, a latency, rows per
// page, a fraction unprocessed, a conflict, a delivery. An error, a throttle, or a connection
// dropped before the commit ends the walk; later rules neither see nor count that request.
//
// Draws depend on the seed, the rule's name and its count of matches, and on nothing else: a client
// that sends the same requests in the same order meets the same faults, even when rules about other
// requests are added or removed. Thread-safe. Without rules, the cost is one relaxed load.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/mutex.hpp"
#include "engine/faults/fault.hpp"
#include "engine/faults/request_facts.hpp"

namespace stator::engine::faults {

class FaultPlan {
public:
    explicit FaultPlan(std::uint64_t seed) : seed_(seed) {}

    FaultPlan(const FaultPlan&) = delete;
    FaultPlan& operator=(const FaultPlan&) = delete;

    // True when the plan has rules. If false, decide() need not be called.
    bool is_active() const { return is_active_.load(std::memory_order_relaxed); }

    // What happens to that request. Counts it.
    FaultDecision decide(const RequestFacts& facts);

    // What happens to a request that brings its own fault, reported under `name`. No rule counts
    // it; such requests have their own counter.
    FaultDecision decide_one(const Fault& fault, const std::string& name);

    // The rule of that name has fired without effect: the request was wrong anyway. It may fire
    // once more. Does nothing when there is no such rule.
    void take_back(std::string_view name);

    // Replaces all rules; every counter starts at 0.
    // Precondition: names are unique.
    void replace(std::vector<FaultRule> rules);

    // Appends these rules. If a name is taken already, returns that name and appends nothing.
    // Precondition: names within `rules` are unique.
    [[nodiscard]] std::optional<std::string> add(std::vector<FaultRule> rules);

    // False when no rule has that name.
    bool remove(std::string_view name);

    void clear() { replace({}); }

    // In plan order, with their counters.
    std::vector<FaultRuleState> rules() const;

    std::uint64_t seed() const;

    // Restarts all draws from that seed; every counter starts at 0.
    void reseed(std::uint64_t seed);

private:
    mutable Mutex mutex_;
    std::atomic<bool> is_active_ = false;
    std::uint64_t seed_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t own_faults_ STATOR_GUARDED_BY(mutex_) = 0;
    std::vector<FaultRuleState> rules_ STATOR_GUARDED_BY(mutex_);
};

// True when the rule applies to such requests, ignoring `nth` and `every`.
bool matches(const FaultMatch& match, const RequestFacts& facts);

}  // namespace stator::engine::faults
