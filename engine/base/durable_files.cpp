#include "engine/base/durable_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "engine/base/linux_calls.hpp"

namespace stator::engine {
namespace {

void throw_reason(int reason, const std::string& path) {
    if (reason != 0) throw std::system_error(reason, std::generic_category(), path);
}

}  // namespace

void sync_names(const std::string& directory) {
    const int handle = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) throw_reason(errno, directory);
    const int reason = ::fsync(handle) == 0 ? 0 : errno;
    ::close(handle);
    if (reason == EINVAL || reason == ENOSYS || reason == ENOTSUP) return;
    throw_reason(reason, directory);
}

void empty_file(const std::string& path) {
    const int handle = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (handle < 0) throw_reason(errno, path);
    const int reason = ::ftruncate(handle, 0) == 0 && sync_data(handle) ? 0 : errno;
    ::close(handle);
    throw_reason(reason, path);
}

}  // namespace stator::engine
