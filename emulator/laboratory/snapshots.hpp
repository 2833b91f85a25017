// Snapshots: universes saved by name, each as a data file in its own directory.
//
// A snapshot can be restored into any universe, forked from, inspected, or served with --db-path.
// Thread-safe. Saves, restores, reads or removes only one snapshot at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "engine/base/mutex.hpp"
#include "engine/engine.hpp"
#include "engine/universes/snapshot_description.hpp"

namespace stator::emulator::laboratory {

// A snapshot, as shown to clients.
struct ShownSnapshot {
    std::string name;
    std::uint64_t disk_bytes = 0;
    engine::universes::SnapshotDescription description = {};
    // Why the description is empty; "" if it is not.
    std::string problem = {};
};

class Snapshots {
public:
    using RestoredTime = engine::Engine::RestoredTime;

    // `directory` is created when the first snapshot is saved. Removes unfinished snapshots that
    // earlier processes left there.
    Snapshots(engine::Engine& engine, std::string directory);

    Snapshots(const Snapshots&) = delete;
    Snapshots& operator=(const Snapshots&) = delete;

    // The names of all snapshots, sorted.
    std::vector<std::string> names() const;
    bool exists(const std::string& name) const;

    // All snapshots by name, without item counts.
    std::vector<ShownSnapshot> list() const;

    // One snapshot, with item counts. Errors: it does not exist (404), or cannot be read (500).
    Accepted<ShownSnapshot> show(const std::string& name) const;

    // The tables in a snapshot. Errors: see show().
    Accepted<engine::inspection::FrozenTables> tables(const std::string& name) const;

    // Saves a universe. Errors: the name is taken (409) unless `overwrites`, or the disk fails
    // (500).
    Accepted<void> save(
        const std::string& name, const std::string& universe, bool overwrites = false
    );

    // Replaces the universe with the snapshot and returns the journal's ticket. Errors: the
    // snapshot does not exist (404), does not contain its time of saving although `time` requires
    // it (409), or cannot be read (500).
    Accepted<engine::JournalTicket> restore(
        const std::string& name, const std::string& universe, RestoredTime time = RestoredTime::Kept
    );

    // Error: the snapshot does not exist (404).
    Accepted<void> remove(const std::string& name);

private:
    std::string path(const std::string& name) const;
    Accepted<void> check_exists(const std::string& name) const;
    ShownSnapshot look_at(const std::string& name, bool counts_items) const;

    engine::Engine& engine_;
    const std::string directory_;
    mutable engine::Mutex mutex_;
};

}  // namespace stator::emulator::laboratory
