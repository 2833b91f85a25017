// Laboratory: a universe with what Stator offers around it besides DynamoDB: the clock that can be
// moved, faults, the journal of requests. Each universe has its own. The admin API controls it; the
// dispatcher consults it. Thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/integrations/triggers/board.hpp"
#include "emulator/journal/request_journal.hpp"
#include "emulator/laboratory/hostility.hpp"
#include "emulator/laboratory/snapshots.hpp"
#include "engine/administration.hpp"
#include "engine/faults/fault_plan.hpp"

namespace stator::emulator::laboratory {

class Laboratory {
public:
    // The engine must outlive it. `seed` is that of the faults, until another one is set.
    Laboratory(
        engine::Engine& engine, std::shared_ptr<engine::Universe> universe, std::uint64_t seed
    )
        : engine_(engine), universe_(std::move(universe)), seed_(seed), faults_(seed) {}

    Laboratory(const Laboratory&) = delete;
    Laboratory& operator=(const Laboratory&) = delete;

    // That of the process, which the faults have unless the universe was given one.
    std::uint64_t seed() const { return seed_; }

    engine::Engine& engine() const { return engine_; }

    engine::Universe& universe() const { return *universe_; }

    engine::Administration administration() const { return {engine_, *universe_}; }

    engine::VirtualClock& clock() const { return universe_->clock(); }

    engine::faults::FaultPlan& faults() { return faults_; }

    const engine::faults::FaultPlan& faults() const { return faults_; }

    HostileLevel hostile_level() const { return hostility_.level(); }

    // See Hostility::set().
    void set_hostile_level(HostileLevel level) { hostility_.set(level, administration(), faults_); }

    // Replaces all rules but those of the hostile level, which stay behind the others; rules that
    // have such a name are ignored. Every counter starts at 0.
    void replace_fault_rules(std::vector<engine::faults::FaultRule> rules);

    // The event source mappings of the universe.
    integrations::triggers::TriggerBoard& triggers() { return triggers_; }

    const integrations::triggers::TriggerBoard& triggers() const { return triggers_; }

    journal::RequestJournal& journal() { return journal_; }

    const journal::RequestJournal& journal() const { return journal_; }

    // Faults, hostility, triggers and journal are set up as the other's are; what was counted and
    // recorded stays there.
    void take_settings(const Laboratory& other);

    // Counts and draws of the faults start over, from this seed if there is one, and the journal is
    // emptied. Settings stay.
    void start_over(std::optional<std::uint64_t> seed);

private:
    engine::Engine& engine_;
    const std::shared_ptr<engine::Universe> universe_;
    const std::uint64_t seed_;
    engine::faults::FaultPlan faults_;
    Hostility hostility_;
    integrations::triggers::TriggerBoard triggers_;
    journal::RequestJournal journal_;
};

}  // namespace stator::emulator::laboratory
