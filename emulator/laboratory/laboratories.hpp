// Laboratories: the laboratory of every universe of a process, and what they share. Thread-safe.
//
// Universes are made and deleted here, so that each has one laboratory for as long as it lives.
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
    // The seed of everything random.
    std::uint64_t seed = 0;
    // The directory where snapshots are kept.
    std::string snapshots = "stator-snapshots";
};

class Laboratories {
public:
    explicit Laboratories(engine::Engine& engine, const LaboratoryOptions& options = {});

    Laboratories(const Laboratories&) = delete;
    Laboratories& operator=(const Laboratories&) = delete;

    // The default universe's, which lives as long as this object.
    Laboratory& usual() { return *usual_; }

    // Universe and laboratory are made on first use, with the settings of the default ones.
    std::shared_ptr<Laboratory> find(const std::string& universe);

    // Null when there is no such universe.
    std::shared_ptr<Laboratory> find_existing(const std::string& universe);

    // Null if the universe exists. copy(), reset() or a restore must follow, which makes it
    // durable.
    std::shared_ptr<Laboratory> add(const std::string& universe);

    // Of every universe, in the order of their names.
    std::vector<std::shared_ptr<Laboratory>> all();

    // Makes `to` a copy of what `from` is now, settings included. Returns the journal's ticket.
    engine::JournalTicket copy(const std::string& from, const std::string& to);

    // Empties the universe and starts everything over in it, as Engine::reset_universe() does.
    // Returns the journal's ticket.
    engine::JournalTicket reset(
        const std::string& universe, const engine::Engine::Beginning& beginning
    );

    // The same for a universe whose contents, a copy's, stay: what is drawn and counted starts
    // over. Does nothing without a seed and a time.
    engine::JournalTicket begin(
        const std::string& universe, const engine::Engine::Beginning& beginning
    );

    // Deletes the universe, which must not be the default one, and its laboratory. Returns the
    // journal's ticket.
    engine::JournalTicket remove(const std::string& universe);

    // The seed of everything random.
    std::uint64_t seed() const { return seed_; }

    Snapshots& snapshots() { return snapshots_; }

    // What opens ports of universes; null where nothing listens. Set it before there are requests.
    UniversePorts* ports() const { return ports_; }

    void set_ports(UniversePorts& ports) { ports_ = &ports; }

    // Writes a line to the log, unless it was written before. Of very many lines, the later ones
    // are left out.
    void note_hint(const std::string& line);

    // Where such lines go; nowhere without. Set it before there are requests.
    void set_log(std::function<void(const std::string& line)> log) { log_ = std::move(log); }

    // How long the process has been serving, in real seconds.
    double uptime_s() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    // The universe's own, and not one of an earlier universe of that name.
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
