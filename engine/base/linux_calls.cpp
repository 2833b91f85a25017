#include "engine/base/linux_calls.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace stator::engine {

// The niceness of a process is on Linux that of one thread.
void lower_priority_of_this_thread() {
    constexpr int kNiceness = 5;
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNiceness);
}

void prefer_huge_pages(void* memory, std::size_t bytes) {
    ::madvise(memory, bytes, MADV_HUGEPAGE);
}

bool sync_data(int descriptor) {
    return ::fdatasync(descriptor) == 0;
}

std::string boot_id() {
    const int file = ::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    std::string text(64, '\0');
    const ssize_t got = ::read(file, text.data(), text.size());
    ::close(file);
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return text;
}

std::error_code exchange_directories(const std::string& one, const std::string& other) {
    if (::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0)
        return {};
    if (errno == EINVAL || errno == ENOSYS) return std::make_error_code(std::errc::not_supported);
    return {errno, std::generic_category()};
}

}  // namespace stator::engine
