// The directories of snapshots on the disk: one that is being written, and those that a killed
// process has left behind.
//
// Several processes may share a directory of snapshots. Names in it are made, exchanged and removed
// only under a lock of that directory, which is never held while a snapshot is written.
#pragma once

#include <optional>
#include <string>

#include "engine/base/directory_lock.hpp"

namespace stator::engine::universes {

// A snapshot while it is written, under a hidden name of its own. Destroyed unfinished, it is
// removed.
class UnfinishedSnapshot {
public:
    // `place` is the snapshot's directory once it is finished.
    explicit UnfinishedSnapshot(std::string place);
    UnfinishedSnapshot(const UnfinishedSnapshot&) = delete;
    UnfinishedSnapshot& operator=(const UnfinishedSnapshot&) = delete;
    ~UnfinishedSnapshot();

    const std::string& directory() const { return directory_; }

    // Why the directory could not be made, or nullopt.
    const std::optional<std::string>& problem() const { return problem_; }

    // The directory has a lock of its own now, by which other processes know that it is in use.
    void note_lock() { naming_.reset(); }

    // Gives it its final name, in one step. Call it when nothing has its files open. `overwrites`:
    // an existing snapshot is replaced. Returns why that cannot be done, or nullopt.
    std::optional<std::string> finish(bool overwrites);

private:
    const std::string place_;
    std::optional<DirectoryLock> naming_;  // of the directory of snapshots
    const std::string directory_;
    std::optional<std::string> problem_;
};

// Removes a snapshot, in one step for other processes. Returns why that cannot be done, or nullopt.
std::optional<std::string> remove_snapshot(const std::string& place);

// Removes unfinished snapshots from the directory, except those that a process is writing at this
// moment.
void remove_unfinished_snapshots(const std::string& directory);

}  // namespace stator::engine::universes
