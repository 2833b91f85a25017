// Snapshots: universes saved by name, each a data file in a directory of its own.
//
// A snapshot can be restored into any universe, forked from, looked at, or served with --db-path.
// Thread-safe; only one snapshot is saved, restored, read or removed at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "engine/base/mutex.hpp"
#include "engine/engine.hpp"
#include "engine/universes/snapshot_description.hpp"

namespace stator::emulator::laboratory {

// A snapshot as it is shown.
struct ShownSnapshot {
    std::string name;
    std::uint64_t disk_bytes = 0;
    engine::universes::SnapshotDescription description = {};
    // Why the description is empty; "" when it is not.
    std::string problem = {};
};

class Snapshots {
public:
    using RestoredTime = engine::Engine::RestoredTime;

    // `directory` is created when the first snapshot is saved. What earlier processes left
    // unfinished there is removed.
    Snapshots(engine::Engine& engine, std::string directory);

    Snapshots(const Snapshots&) = delete;
    Snapshots& operator=(const Snapshots&) = delete;

    // The names of all snapshots, sorted.
    std::vector<std::string> names() const;
    bool exists(const std::string& name) const;

    // All of them by name, without the numbers of items.
    std::vector<ShownSnapshot> list() const;

    // One of them, with the numbers of items. Errors: there is no snapshot of that name (404), or
    // it cannot be read (500).
    Accepted<ShownSnapshot> show(const std::string& name) const;

    // What its tables hold. Errors: as show().
    Accepted<engine::inspection::FrozenTables> tables(const std::string& name) const;

    // Errors: the name is taken (409) unless it may be overwritten, or the disk refuses (500).
    Accepted<void> save(
        const std::string& name, const std::string& universe, bool overwrites = false
    );

    // Replaces the universe by the snapshot and returns the journal's ticket. Errors: there is no
    // snapshot of that name (404), it does not say when it was saved, as `time` demands (409), or
    // it cannot be read (500).
    Accepted<engine::JournalTicket> restore(
        const std::string& name, const std::string& universe, RestoredTime time = RestoredTime::Kept
    );

    // Error: there is no snapshot of that name (404).
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
