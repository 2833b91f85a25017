// Laboratory: what Stator offers besides DynamoDB: the clock that can be moved, faults, the journal
// of requests, snapshots. The admin API controls it; the dispatcher consults it. Thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "emulator/observe/request_journal.hpp"
#include "emulator/observe/snapshots.hpp"
#include "engine/administration.hpp"
#include "engine/faults/fault_plan.hpp"

namespace stator::engine {
class VirtualClock;
}

namespace stator::emulator::observe {

struct LaboratoryOptions {
    // The seed of everything random.
    std::uint64_t seed = 0;
    // The directory where snapshots are kept.
    std::string snapshots = "stator-snapshots";
};

class Laboratory {
public:
    Laboratory(
        engine::Engine& engine, engine::VirtualClock& clock, const LaboratoryOptions& options = {}
    )
        : engine_(engine),
          clock_(clock),
          seed_(options.seed),
          faults_(options.seed),
          snapshots_(engine, options.snapshots) {}

    Laboratory(const Laboratory&) = delete;
    Laboratory& operator=(const Laboratory&) = delete;

    engine::Engine& engine() { return engine_; }

    engine::Administration administration() { return engine::Administration(engine_); }

    engine::VirtualClock& clock() { return clock_; }

    // The seed of everything random.
    std::uint64_t seed() const { return seed_; }

    engine::faults::FaultPlan& faults() { return faults_; }

    RequestJournal& journal() { return journal_; }

    Snapshots& snapshots() { return snapshots_; }

    // How long the process has been serving, in real seconds.
    double uptime_s() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    engine::Engine& engine_;
    engine::VirtualClock& clock_;
    const std::uint64_t seed_;
    engine::faults::FaultPlan faults_;
    RequestJournal journal_;
    Snapshots snapshots_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace stator::emulator::observe
