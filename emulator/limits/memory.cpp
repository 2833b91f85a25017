#include "emulator/limits/memory.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "protocol/base/number_text.hpp"

namespace stator::emulator::limits {
namespace {

// "total resident shared …", in pages. Read by itself, because a stream would allocate.
std::size_t read_pages(int descriptor) {
    std::array<char, 128> text{};
    const auto bytes = ::read(descriptor, text.data(), text.size());
    if (bytes <= 0) return 0;
    std::string_view rest(text.data(), static_cast<std::size_t>(bytes));
    const auto take = [&rest] {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        return protocol::parse_number<std::uint64_t>(word).value_or(0);
    };
    take();
    const std::uint64_t resident = take();
    const std::uint64_t shared = take();
    return resident > shared ? static_cast<std::size_t>(resident - shared) : 0;
}

}  // namespace

std::size_t resident_bytes() {
    const int descriptor = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return 0;
    const std::size_t pages = read_pages(descriptor);
    ::close(descriptor);
    return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t allocated_bytes() {
#ifdef __GLIBC__
    const auto info = ::mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

void return_free_memory() {
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

void keep_little_free_memory() {
#ifdef __GLIBC__
    constexpr int kLarge = 4 << 20;
    ::mallopt(M_MMAP_THRESHOLD, kLarge);
    ::mallopt(M_TRIM_THRESHOLD, kLarge);
#endif
}

void share_free_memory(unsigned threads) {
#ifdef __GLIBC__
    constexpr unsigned kOthers = 2;
    ::mallopt(M_ARENA_MAX, static_cast<int>(threads + kOthers));
#endif
}

std::size_t allow_descriptors(std::size_t wanted) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
    if (limit.rlim_cur < wanted) {
        rlimit raised = limit;
        raised.rlim_cur = std::min<rlim_t>(limit.rlim_max, wanted);
        if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
    }
    return static_cast<std::size_t>(limit.rlim_cur);
}

}  // namespace stator::emulator::limits
