#include "engine/base/linux_calls.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>

namespace stator::engine {

// Since Linux 6.12, a thread that wakes up preempts a thread that has requested longer time slices;
// otherwise it may wait for the next tick, up to 10 ms.
void lower_priority_of_this_thread() {
    constexpr int kNiceness = 5;
    constexpr std::uint64_t kSliceNs = 50'000'000;

    // The argument of sched_setattr(2), which the C library of Debian 12 does not declare.
    struct {
        std::uint32_t size;
        std::uint32_t policy;
        std::uint64_t flags;
        std::int32_t nice;
        std::uint32_t priority;
        std::uint64_t runtime_ns;
        std::uint64_t deadline_ns;
        std::uint64_t period_ns;
    } attributes{};

    attributes.size = sizeof(attributes);
    attributes.policy = SCHED_OTHER;
    attributes.nice = kNiceness;
    attributes.runtime_ns = kSliceNs;
    ::syscall(SYS_sched_setattr, 0, &attributes, 0U);
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
