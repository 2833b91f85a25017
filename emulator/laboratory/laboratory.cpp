#include "emulator/laboratory/laboratory.hpp"

#include <utility>
#include <vector>

namespace stator::emulator::laboratory {

void Laboratory::replace_fault_rules(std::vector<engine::faults::FaultRule> rules) {
    const auto is_hostile = [](const engine::faults::FaultRule& rule) {
        return rule.name.starts_with(kHostilePrefix);
    };
    std::erase_if(rules, is_hostile);
    for (engine::faults::FaultRuleState& state : faults_.rules()) {
        if (is_hostile(state.rule)) rules.push_back(std::move(state.rule));
    }
    faults_.replace(std::move(rules));
}

void Laboratory::take_settings(const Laboratory& other) {
    std::vector<engine::faults::FaultRule> rules;
    for (engine::faults::FaultRuleState& state : other.faults_.rules()) {
        rules.push_back(std::move(state.rule));
    }
    faults_.replace(std::move(rules));
    faults_.reseed(other.faults_.seed());
    hostility_.take(other.hostility_);
    triggers_.replace(other.triggers_.mappings());
    journal_.configure(other.journal_.settings());
}

void Laboratory::start_over(std::optional<std::uint64_t> seed) {
    faults_.reseed(seed.value_or(faults_.seed()));
    journal_.start_over();
}

}  // namespace stator::emulator::laboratory
