#include "emulator/laboratory/hostility.hpp"

#include <string>
#include <utility>
#include <vector>

namespace stator::emulator::laboratory {
namespace {

using engine::consistency::LagPolicy;
using engine::consistency::LagSettings;

void change_lag(
    engine::Administration& administration, const LagPolicy& tables, const LagPolicy& indexes
) {
    administration.change_lag([&](LagSettings& settings) {
        settings.tables = tables;
        settings.indexes = indexes;
    });
}

// The other rules of the plan keep their order and counters.
void replace_rules(engine::faults::FaultPlan& faults, HostileLevel level) {
    for (const engine::faults::FaultRuleState& state : faults.rules()) {
        if (state.rule.name.starts_with(kHostilePrefix)) faults.remove(state.rule.name);
    }
    // Adding fails only if another request sets a level at the same time and its rules have the
    // names. Then those rules are in effect.
    static_cast<void>(faults.add(hostile_rules(level)));
}

}  // namespace

Hostility::State Hostility::state() const {
    const engine::MutexLock lock(mutex_);
    return state_;
}

HostileLevel Hostility::level() const {
    return state().level;
}

void Hostility::set(
    HostileLevel level, engine::Administration administration, engine::faults::FaultPlan& faults
) {
    State next = state();
    next.level = level;
    if (!next.own) {
        if (level == HostileLevel::Off) return;
        const LagSettings lag = administration.lag();
        next.own = {lag.tables, lag.indexes, administration.stream_adversity()};
    }
    if (level == HostileLevel::Off) {
        change_lag(administration, next.own->tables, next.own->indexes);
        administration.set_stream_adversity(next.own->streams);
        next.own.reset();
    } else {
        const HostileSettings& settings = hostile_settings(level);
        change_lag(administration, settings.tables, settings.indexes);
        administration.set_stream_adversity(settings.streams);
    }
    replace_rules(faults, level);
    const engine::MutexLock lock(mutex_);
    state_ = std::move(next);
}

void Hostility::take(const Hostility& other) {
    State taken = other.state();
    const engine::MutexLock lock(mutex_);
    state_ = std::move(taken);
}

}  // namespace stator::emulator::laboratory
