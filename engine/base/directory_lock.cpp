#include "engine/base/directory_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace stator::engine {

std::optional<DirectoryLock> DirectoryLock::acquire(const std::string& directory) {
    const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DirectoryLock lock(descriptor);
    if (descriptor < 0) return lock;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return std::nullopt;
    return lock;
}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

DirectoryLock::~DirectoryLock() {
    if (descriptor_ < 0) return;
    // Closing alone would not do: a child that has not reached its exec yet has a copy of the
    // descriptor, and the lock would be the child's until then.
    ::flock(descriptor_, LOCK_UN);
    ::close(descriptor_);
}

}  // namespace stator::engine
