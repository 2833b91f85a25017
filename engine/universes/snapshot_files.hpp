// Snapshot directories on disk: those being written, and those that a killed process left
// unfinished.
//
// Several processes may share a directory of snapshots. Names in it are created, exchanged and
// removed only under a lock of that directory, which is never held while a snapshot is written.
#pragma once

#include <optional>
#include <string>

#include "engine/base/directory_lock.hpp"

namespace stator::engine::universes {

// A snapshot while it is being written, under a hidden name. The destructor removes it unless it is
// finished.
class UnfinishedSnapshot {
public:
    // `place` is the snapshot's final directory.
    explicit UnfinishedSnapshot(std::string place);
    UnfinishedSnapshot(const UnfinishedSnapshot&) = delete;
    UnfinishedSnapshot& operator=(const UnfinishedSnapshot&) = delete;
    ~UnfinishedSnapshot();

    const std::string& directory() const { return directory_; }

    // Why the directory could not be created, or nullopt.
    const std::optional<std::string>& problem() const { return problem_; }

    // Call when the new directory has its own lock, which shows other processes that it is in use.
    void note_lock() { naming_.reset(); }

    // Moves the snapshot to its final name, in one step. No process may have its files open.
    // `overwrites`: replaces an existing snapshot. Returns why that failed, or nullopt.
    std::optional<std::string> finish(bool overwrites);

private:
    const std::string place_;
    std::optional<DirectoryLock> naming_;  // of the directory of snapshots
    const std::string directory_;
    std::optional<std::string> problem_;
};

// Removes a snapshot, in one step for other processes. Returns why that failed, or nullopt.
std::optional<std::string> remove_snapshot(const std::string& place);

// Removes unfinished snapshots from the directory, except those that a process is still writing.
void remove_unfinished_snapshots(const std::string& directory);

}  // namespace stator::engine::universes
