// FaultPlan: decides by ordered rules which requests go wrong, and how.
//
// Rules are asked in their order. Each counts the requests that match it; when it fires, it
// contributes the effects that no rule before it has contributed: an error, a latency, rows a page,
// a fraction unprocessed, a conflict, a delivery. An error or a connection dropped before the
// commit ends the walk, so the rules behind it neither see nor count that request.
//
// Draws derive from the seed, the rule's name and its count of matches, and from nothing else: a
// client that sends the same requests in the same order meets the same faults, also when rules
// about other requests come or go. Thread-safe. While there are no rules, the cost is one relaxed
// load.
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

    // True when there is a rule; otherwise no decision has an effect and none need be asked for.
    bool is_active() const { return is_active_.load(std::memory_order_relaxed); }

    // What happens to that request. Counts it.
    FaultDecision decide(const RequestFacts& facts);

    // What happens to a request that brings its own fault, which is known as `name`. No rule counts
    // it; such requests have a count of their own.
    FaultDecision decide_one(const Fault& fault, const std::string& name);

    // Puts these in the place of all rules; every counter starts at 0.
    // Precondition: no two have the same name.
    void replace(std::vector<FaultRule> rules);

    // Appends these behind the present ones. The name that is there already, and then none is
    // appended; nothing when all is well. Precondition: no two of them have the same name.
    [[nodiscard]] std::optional<std::string> add(std::vector<FaultRule> rules);

    // False when there is no rule of that name.
    bool remove(std::string_view name);

    void clear() { replace({}); }

    // In their order, with their counters.
    std::vector<FaultRuleState> rules() const;

    std::uint64_t seed() const;

    // Draws anew from that seed; every counter starts at 0.
    void reseed(std::uint64_t seed);

private:
    mutable Mutex mutex_;
    std::atomic<bool> is_active_ = false;
    std::uint64_t seed_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t own_faults_ STATOR_GUARDED_BY(mutex_) = 0;
    std::vector<FaultRuleState> rules_ STATOR_GUARDED_BY(mutex_);
};

// True when the rule is about such requests, leaving aside whose turn it is.
bool matches(const FaultMatch& match, const RequestFacts& facts);

// True when `name` is `pattern`, in which each "*" stands for any text.
bool matches_wildcard(std::string_view pattern, std::string_view name);

}  // namespace stator::engine::faults
