// FaultPlan: an ordered list of rules that decides which requests meet which faults.
//
// Rules are evaluated in order. Each counts the requests that match it. When it fires, it
// contributes the effects that no earlier rule has contributed: an error or a throttle, a latency,
// rows per page, a fraction unprocessed, a conflict, a delivery. An error, a throttle, or a
// connection dropped before the commit ends the evaluation; later rules do not see or count that
// request.
//
// Random choices depend only on the seed, the rule's name and its count of matches: a client that
// sends the same requests in the same order meets the same faults, even if rules about other
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

    // True if the plan has rules. If false, decide() need not be called.
    bool is_active() const { return is_active_.load(std::memory_order_relaxed); }

    // Decides about the request, and counts it.
    FaultDecision decide(const RequestFacts& facts);

    // Decides about a request that contains its own fault, which is reported under `name`. No rule
    // counts the request; such requests have their own counter.
    FaultDecision decide_one(const Fault& fault, const std::string& name);

    // Call if the rule fired without effect because the request was invalid. The rule may then fire
    // once more. No effect if the rule does not exist.
    void take_back(std::string_view name);

    // Replaces all rules, and resets all counters to 0. Precondition: names are unique.
    void replace(std::vector<FaultRule> rules);

    // Appends these rules. If a name already exists, returns that name and appends nothing.
    // Precondition: names within `rules` are unique.
    [[nodiscard]] std::optional<std::string> add(std::vector<FaultRule> rules);

    // Returns false if the rule does not exist.
    bool remove(std::string_view name);

    void clear() { replace({}); }

    // In plan order, with their counters.
    std::vector<FaultRuleState> rules() const;

    std::uint64_t seed() const;

    // Restarts all random choices from that seed, and resets all counters to 0.
    void reseed(std::uint64_t seed);

private:
    mutable Mutex mutex_;
    std::atomic<bool> is_active_ = false;
    std::uint64_t seed_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t own_faults_ STATOR_GUARDED_BY(mutex_) = 0;
    std::vector<FaultRuleState> rules_ STATOR_GUARDED_BY(mutex_);
};

// True if the rule applies to such requests, ignoring `nth` and `every`.
bool matches(const FaultMatch& match, const RequestFacts& facts);

}  // namespace stator::engine::faults
