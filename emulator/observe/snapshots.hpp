// Snapshots: universes saved by name, each a data file in a directory of its own.
//
// A snapshot can be restored into any universe, forked from, or served with --db-path. Thread-safe;
// only one snapshot is saved, restored or removed at a time.
#pragma once

#include <string>
#include <vector>

#include "emulator/forms/accepted.hpp"
#include "engine/base/mutex.hpp"
#include "engine/engine.hpp"

namespace stator::emulator::observe {

class Snapshots {
public:
    // `directory` is created when the first snapshot is saved.
    Snapshots(engine::Engine& engine, std::string directory)
        : engine_(engine), directory_(std::move(directory)) {}

    Snapshots(const Snapshots&) = delete;
    Snapshots& operator=(const Snapshots&) = delete;

    // The names of all snapshots, sorted.
    std::vector<std::string> names() const;
    bool exists(const std::string& name) const;

    // Errors: the name is taken (409), or the disk refuses (500).
    forms::Accepted<void> save(const std::string& name, const std::string& universe);

    // Replaces the universe by the snapshot and returns the journal's ticket. Errors: there is no
    // snapshot of that name (404), or it cannot be read (500).
    forms::Accepted<engine::JournalTicket> restore(
        const std::string& name, const std::string& universe
    );

    // Error: there is no snapshot of that name (404).
    forms::Accepted<void> remove(const std::string& name);

private:
    std::string path(const std::string& name) const;
    forms::Accepted<void> check_exists(const std::string& name) const;

    engine::Engine& engine_;
    const std::string directory_;
    mutable engine::Mutex mutex_;
};

}  // namespace stator::emulator::observe
