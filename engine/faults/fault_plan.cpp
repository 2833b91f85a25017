#include "engine/faults/fault_plan.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/base/name_pattern.hpp"
#include "engine/base/seeded_random.hpp"

namespace stator::engine::faults {
namespace {

using enum protocol::ErrorType;

// The errors of throttling, of conflicts and of an item's state.
constexpr std::array kAfterChecks = {
    ConditionalCheckFailedException,
    DuplicateItemException,
    IdempotentParameterMismatchException,
    ItemCollectionSizeLimitExceededException,
    ProvisionedThroughputExceededException,
    ReplicatedWriteConflictException,
    RequestLimitExceeded,
    ThrottlingException,
    TransactionCanceledException,
    TransactionConflictException,
    TransactionInProgressException};

// The purposes of a rule's random choices.
enum class Draw : std::uint64_t { Probability, Latency, Unprocessed, Throttle };

std::uint64_t bits_for(std::uint64_t event, Draw draw) {
    return mix(event, static_cast<std::uint64_t>(draw));
}

bool is_refusal_after_checks(const Fault& fault) {
    if (fault.when != Moment::Usual) return fault.when == Moment::AfterChecks;
    return fault.throttle.has_value() || is_after_checks(fault.error->type);
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view name) {
    return std::any_of(patterns.begin(), patterns.end(), [name](const std::string& pattern) {
        return matches_name(pattern, name);
    });
}

bool names_one_of(const std::vector<std::string>& patterns, const std::vector<std::string>& names) {
    return patterns.empty() ||
           std::any_of(names.begin(), names.end(), [&patterns](const std::string& name) {
               return matches_any(patterns, name);
           });
}

bool has_key(const FaultMatch& match, const std::vector<KeyFact>& keys) {
    if (match.key_prefix.empty()) return true;
    return std::any_of(keys.begin(), keys.end(), [&match](const KeyFact& key) {
        const bool is_attribute = match.key_attribute.empty() || key.attribute.empty() ||
                                  key.attribute == match.key_attribute;
        return is_attribute && key.value.starts_with(match.key_prefix) &&
               (match.tables.empty() || matches_any(match.tables, key.table));
    });
}

// True if the rule fires for the latest matching request.
bool fires(const FaultRuleState& state, std::uint64_t event) {
    const FaultMatch& match = state.rule.match;
    if (state.rule.times != 0 && state.fired >= state.rule.times) return false;
    if (match.nth != 0 && state.matched != match.nth) return false;
    if (match.every != 0 && state.matched % match.every != 0) return false;
    return unit_interval(bits_for(event, Draw::Probability)) < match.probability;
}

// Collects the effects of several faults: the first one of each kind.
class Gathering {
public:
    // Returns true if the fault of that rule had an effect that was still missing. Its random
    // choices derive from `event`.
    bool contribute(const Fault& fault, const std::string& name, std::uint64_t event) {
        RareAnswers& rare = decision_.rare_answers;
        const bool refuses = refuse(fault, event);
        const bool conflicts = take(rare.conflict_at, fault.conflict_at);
        bool contributed = take(rare.page_rows, fault.page_rows);
        if (fault.unprocessed_fraction > 0 && rare.unprocessed_fraction <= 0) {
            rare.unprocessed_fraction = fault.unprocessed_fraction;
            rare.unprocessed_seed = bits_for(event, Draw::Unprocessed);
            contributed = true;
        }
        if (!fault.latency.is_zero() && !has_latency_) {
            decision_.latency_ms = fault.latency.draw_ms(bits_for(event, Draw::Latency));
            has_latency_ = contributed = true;
        }
        if (fault.delivery != Delivery::Whole && decision_.delivery == Delivery::Whole) {
            decision_.delivery = fault.delivery;
            contributed = true;
        }
        if (refuses && !contributed && !conflicts) decision_.refusing_rule = name;
        if (conflicts && !contributed && !refuses) decision_.conflict_rule = name;
        return contributed || refuses || conflicts;
    }

    void applied(const std::string& name) { decision_.applied.push_back(name); }

    // True if no later rule could add a visible effect.
    bool is_complete() const {
        return decision_.error.has_value() || decision_.throttle.has_value() ||
               decision_.delivery == Delivery::DropBefore;
    }

    FaultDecision take_decision() {
        const RareAnswers& rare = decision_.rare_answers;
        decision_.has_rare_answers = rare.page_rows.has_value() || rare.conflict_at.has_value() ||
                                     rare.unprocessed_fraction > 0;
        return std::move(decision_);
    }

private:
    bool refuse(const Fault& fault, std::uint64_t event) {
        if (decision_.error || decision_.throttle) return false;
        if (!fault.error && !fault.throttle) return false;
        decision_.error = fault.error;
        decision_.throttle = fault.throttle;
        decision_.throttle_seed = bits_for(event, Draw::Throttle);
        decision_.is_after_checks = is_refusal_after_checks(fault);
        return true;
    }

    template <class Effect>
    static bool take(std::optional<Effect>& place, const std::optional<Effect>& effect) {
        if (place.has_value() || !effect.has_value()) return false;
        place = effect;
        return true;
    }

    FaultDecision decision_;
    bool has_latency_ = false;
};

}  // namespace

bool is_after_checks(protocol::ErrorType type) {
    return std::find(kAfterChecks.begin(), kAfterChecks.end(), type) != kAfterChecks.end();
}

bool matches(const FaultMatch& match, const RequestFacts& facts) {
    if (match.universe && !matches_universe(*match.universe, facts.universe)) return false;
    if (!match.regions.empty() && !matches_any(match.regions, facts.region)) return false;
    if (!match.operations.empty() && !matches_any(match.operations, facts.operation)) return false;
    return names_one_of(match.tables, facts.tables) && names_one_of(match.indexes, facts.indexes) &&
           has_key(match, facts.keys);
}

FaultDecision FaultPlan::decide(const RequestFacts& facts) {
    Gathering gathering;
    const MutexLock lock(mutex_);
    for (FaultRuleState& state : rules_) {
        if (!matches(state.rule.match, facts)) continue;
        ++state.matched;
        const std::uint64_t event = mix(mix(seed_, state.rule.name), state.matched);
        if (!fires(state, event)) continue;
        if (!gathering.contribute(state.rule.fault, state.rule.name, event)) continue;
        ++state.fired;
        gathering.applied(state.rule.name);
        if (gathering.is_complete()) break;
    }
    return gathering.take_decision();
}

FaultDecision FaultPlan::decide_one(const Fault& fault, const std::string& name) {
    std::uint64_t event = 0;
    {
        const MutexLock lock(mutex_);
        event = mix(seed_, ++own_faults_);
    }
    Gathering gathering;
    if (gathering.contribute(fault, name, event)) gathering.applied(name);
    return gathering.take_decision();
}

void FaultPlan::take_back(std::string_view name) {
    const MutexLock lock(mutex_);
    for (FaultRuleState& state : rules_) {
        if (state.rule.name == name && state.fired > 0) --state.fired;
    }
}

void FaultPlan::replace(std::vector<FaultRule> rules) {
    std::vector<FaultRuleState> states;
    states.reserve(rules.size());
    for (FaultRule& rule : rules) states.push_back({.rule = std::move(rule)});
    const MutexLock lock(mutex_);
    rules_ = std::move(states);
    is_active_.store(!rules_.empty(), std::memory_order_relaxed);
}

std::optional<std::string> FaultPlan::add(std::vector<FaultRule> rules) {
    const MutexLock lock(mutex_);
    for (const FaultRule& rule : rules) {
        for (const FaultRuleState& state : rules_) {
            if (state.rule.name == rule.name) return rule.name;
        }
    }
    for (FaultRule& rule : rules) rules_.push_back({.rule = std::move(rule)});
    is_active_.store(!rules_.empty(), std::memory_order_relaxed);
    return std::nullopt;
}

bool FaultPlan::remove(std::string_view name) {
    const MutexLock lock(mutex_);
    const auto found =
        std::find_if(rules_.begin(), rules_.end(), [name](const FaultRuleState& state) {
            return state.rule.name == name;
        });
    if (found == rules_.end()) return false;
    rules_.erase(found);
    is_active_.store(!rules_.empty(), std::memory_order_relaxed);
    return true;
}

std::vector<FaultRuleState> FaultPlan::rules() const {
    const MutexLock lock(mutex_);
    return rules_;
}

std::uint64_t FaultPlan::seed() const {
    const MutexLock lock(mutex_);
    return seed_;
}

void FaultPlan::reseed(std::uint64_t seed) {
    const MutexLock lock(mutex_);
    seed_ = seed;
    own_faults_ = 0;
    for (FaultRuleState& state : rules_) {
        state.matched = 0;
        state.fired = 0;
    }
}

}  // namespace stator::engine::faults
