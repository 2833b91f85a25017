// The directories of snapshots on the disk: one that is being written, and what a process that was
// killed has left behind.
#pragma once

#include <optional>
#include <string>

namespace stator::engine::universes {

// A snapshot while it is written, under a hidden name beside its own. Destroyed unfinished, it is
// removed.
class UnfinishedSnapshot {
public:
    // `place` is the snapshot's own directory.
    explicit UnfinishedSnapshot(std::string place);
    UnfinishedSnapshot(const UnfinishedSnapshot&) = delete;
    UnfinishedSnapshot& operator=(const UnfinishedSnapshot&) = delete;
    ~UnfinishedSnapshot();

    const std::string& directory() const { return directory_; }

    // Gives it its own name, in one step. Call it when nothing has its files open. `overwrites`: in
    // the place of the snapshot that is there. Returns why that cannot be done, or nothing.
    std::optional<std::string> finish(bool overwrites) const;

private:
    const std::string place_;
    const std::string directory_;
};

// Removes unfinished snapshots from the directory, except those that a process is writing at this
// moment.
void remove_unfinished_snapshots(const std::string& directory);

}  // namespace stator::engine::universes
