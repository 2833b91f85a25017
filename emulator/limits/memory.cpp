#include "emulator/limits/memory.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <string_view>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "emulator/limits/own_pages.hpp"
#include "protocol/base/number_text.hpp"

namespace stator::emulator::limits {
namespace {

// Free memory that is kept, in bytes, as long as nobody gives it back.
constexpr int kKeptBytes = 4 << 20;

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
    return info.uordblks + info.hblkhd + own_pages_bytes.load(std::memory_order_relaxed);
#else
    return 0;
#endif
}

void return_free_memory() {
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

// malloc_trim() passes over the end of all arenas but the main one; that is looked at when the
// thread frees a piece of 64 KB or more. The threshold is the process's, so one thread at a time.
void return_free_memory_of_thread() {
#ifdef __GLIBC__
    static std::mutex turn;
    const std::lock_guard lock(turn);
    constexpr int kLittleBytes = 128 << 10;
    constexpr std::size_t kPieceBytes = 96U << 10U;
    ::mallopt(M_TRIM_THRESHOLD, kLittleBytes);
    void* const volatile piece = std::malloc(kPieceBytes);
    std::free(piece);
    ::mallopt(M_TRIM_THRESHOLD, kKeptBytes);
#endif
}

void keep_little_free_memory() {
#ifdef __GLIBC__
    ::mallopt(M_MMAP_THRESHOLD, kKeptBytes);
    ::mallopt(M_TRIM_THRESHOLD, kKeptBytes);
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
