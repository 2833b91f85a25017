#include "engine/base/directory_lock.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace stator::engine {
namespace {

bool has_name(int descriptor, const std::string& path) {
    struct stat held {};

    struct stat named {};

    if (::fstat(descriptor, &held) != 0 || ::stat(path.c_str(), &named) != 0) return false;
    return held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

}  // namespace

std::optional<DirectoryLock> DirectoryLock::acquire(const std::string& directory) {
    const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DirectoryLock lock(descriptor);
    if (descriptor < 0) return lock;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return std::nullopt;
    // Another holder may have replaced the directory.
    if (!has_name(descriptor, directory)) return std::nullopt;
    return lock;
}

std::optional<DirectoryLock> DirectoryLock::acquire_within(
    const std::string& directory, std::chrono::milliseconds patience
) {
    constexpr int kPauseMs = 5;
    const auto end = std::chrono::steady_clock::now() + patience;
    while (true) {
        auto lock = acquire(directory);
        if (lock || std::chrono::steady_clock::now() >= end) return lock;
        ::poll(nullptr, 0, kPauseMs);
    }
}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

DirectoryLock::~DirectoryLock() {
    if (descriptor_ < 0) return;
    // Closing the descriptor is not enough: a child process that has not called exec yet has a copy
    // of it, and would keep the lock until then.
    ::flock(descriptor_, LOCK_UN);
    ::close(descriptor_);
}

}  // namespace stator::engine
