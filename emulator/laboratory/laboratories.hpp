// Laboratories: the laboratories of all universes of a process, and what they share. Thread-safe.
//
// Creates and deletes universes, so that each universe has one laboratory for its whole lifetime.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "emulator/base/universe_ports.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "emulator/laboratory/snapshots.hpp"
#include "engine/base/mutex.hpp"

namespace stator::emulator::laboratory {

struct LaboratoryOptions {
    // The seed of all random choices.
    std::uint64_t seed = 0;
    // The directory of snapshots.
    std::string snapshots = "stator-snapshots";
};

class Laboratories {
public:
    explicit Laboratories(engine::Engine& engine, const LaboratoryOptions& options = {});

    Laboratories(const Laboratories&) = delete;
    Laboratories& operator=(const Laboratories&) = delete;

    // The laboratory of the default universe, which lives as long as this object.
    Laboratory& usual() { return *usual_; }

    // Creates the universe and its laboratory on first use, with the settings of the default ones.
    std::shared_ptr<Laboratory> find(const std::string& universe);

    // Null if the universe does not exist.
    std::shared_ptr<Laboratory> find_existing(const std::string& universe);

    // Creates a universe. Null if it exists. copy(), reset() or a restore must follow, which makes
    // the universe durable.
    std::shared_ptr<Laboratory> add(const std::string& universe);

    // The laboratories of all universes, sorted by name.
    std::vector<std::shared_ptr<Laboratory>> all();

    // Makes `to` a copy of the current state of `from`, including settings. Returns the journal's
    // ticket.
    engine::JournalTicket copy(const std::string& from, const std::string& to);

    // Empties the universe and restarts its random choices and counters, like
    // Engine::reset_universe(). Returns the journal's ticket.
    engine::JournalTicket reset(
        const std::string& universe, const engine::Engine::Beginning& beginning
    );

    // Restarts the random choices and counters of a universe, but keeps its contents, which are a
    // copy's. Does nothing without a seed and a time.
    engine::JournalTicket begin(
        const std::string& universe, const engine::Engine::Beginning& beginning
    );

    // Deletes the universe, which must not be the default one, and its laboratory. Returns the
    // journal's ticket.
    engine::JournalTicket remove(const std::string& universe);

    // The seed of all random choices.
    std::uint64_t seed() const { return seed_; }

    Snapshots& snapshots() { return snapshots_; }

    // Opens ports of universes; null if the process does not listen. Set it before the first
    // request.
    UniversePorts* ports() const { return ports_; }

    void set_ports(UniversePorts& ports) { ports_ = &ports; }

    // Writes a line to the log, unless it was written before. Beyond a fixed number of different
    // lines, new ones are omitted.
    void note_hint(const std::string& line);

    // Receives those lines. Without it, they are dropped. Set it before the first request.
    void set_log(std::function<void(const std::string& line)> log) { log_ = std::move(log); }

    // The time since the process started, in seconds of real time.
    double uptime_s() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    // The laboratory of this universe, not of an earlier universe with the same name.
    std::shared_ptr<Laboratory> of(std::shared_ptr<engine::Universe> universe);

    engine::Engine& engine_;
    const std::uint64_t seed_;
    UniversePorts* ports_ = nullptr;
    std::function<void(const std::string& line)> log_;
    Snapshots snapshots_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    const std::shared_ptr<Laboratory> usual_;
    mutable engine::SharedMutex mutex_;
    std::map<std::string, std::shared_ptr<Laboratory>> laboratories_ STATOR_GUARDED_BY(mutex_);
    engine::Mutex hints_mutex_;
    std::set<std::string> hints_ STATOR_GUARDED_BY(hints_mutex_);
};

}  // namespace stator::emulator::laboratory
