// DirectoryLock: keeps a second Stator out of a data directory. Taken before any file in it is
// touched.
//
// It is an flock on the directory itself: it leaves no file behind, ends when the process ends for
// any reason, and also works within one process (SQLite's own lock is lost when any descriptor of
// the file is closed). If the file system does not support flock, only SQLite's lock remains.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace stator::engine {

class DirectoryLock {
public:
    // Returns nullopt if another holder has the directory, or has just replaced it. If the
    // directory does not exist, the lock holds nothing.
    static std::optional<DirectoryLock> acquire(const std::string& directory);

    // Waits at most `patience` for another holder.
    static std::optional<DirectoryLock> acquire_within(
        const std::string& directory, std::chrono::milliseconds patience
    );

    DirectoryLock(DirectoryLock&& other) noexcept;
    DirectoryLock& operator=(DirectoryLock&&) = delete;
    DirectoryLock(const DirectoryLock&) = delete;
    DirectoryLock& operator=(const DirectoryLock&) = delete;
    ~DirectoryLock();

private:
    explicit DirectoryLock(int descriptor) : descriptor_(descriptor) {}

    int descriptor_;  // -1: nothing to release
};

}  // namespace stator::engine
