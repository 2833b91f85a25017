#include "emulator/observe/laboratory.hpp"

#include <utility>
#include <vector>

namespace stator::emulator::observe {

void Laboratory::take_settings(const Laboratory& other) {
    std::vector<engine::faults::FaultRule> rules;
    for (engine::faults::FaultRuleState& state : other.faults_.rules()) {
        rules.push_back(std::move(state.rule));
    }
    faults_.replace(std::move(rules));
    journal_.configure(other.journal_.settings());
}

}  // namespace stator::emulator::observe
