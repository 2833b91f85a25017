// Laboratory: a universe with the test controls that Stator adds to DynamoDB: the movable clock,
// faults and the journal of requests. Each universe has its own. The admin API changes it; the
// dispatcher reads it. Thread-safe.
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
    // The engine must outlive the laboratory. `seed` is the seed of the faults until another one is
    // set.
    Laboratory(
        engine::Engine& engine, std::shared_ptr<engine::Universe> universe, std::uint64_t seed
    )
        : engine_(engine), universe_(std::move(universe)), seed_(seed), faults_(seed) {}

    Laboratory(const Laboratory&) = delete;
    Laboratory& operator=(const Laboratory&) = delete;

    // The seed of the process. Faults use it unless the universe has its own.
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

    // Replaces all rules except those of the hostile level, which stay behind the new ones. Ignores
    // rules that have such a name. All counters start at 0.
    void replace_fault_rules(std::vector<engine::faults::FaultRule> rules);

    // The event source mappings of the universe.
    integrations::triggers::TriggerBoard& triggers() { return triggers_; }

    const integrations::triggers::TriggerBoard& triggers() const { return triggers_; }

    journal::RequestJournal& journal() { return journal_; }

    const journal::RequestJournal& journal() const { return journal_; }

    // Copies the settings of faults, hostility, triggers and journal. Does not copy counters and
    // recorded requests.
    void take_settings(const Laboratory& other);

    // Restarts the counters and random choices of the faults, with this seed if it is given, and
    // empties the journal. Keeps all settings.
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
