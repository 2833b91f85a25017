#include "emulator/overload/memory.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <latch>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "emulator/base/own_pages.hpp"
#include "protocol/base/number_text.hpp"

namespace stator::emulator::overload {
namespace {

// Free memory that the C library keeps until it is returned explicitly, in bytes.
constexpr int kKeptBytes = 4 << 20;

// Maximum number of malloc's arenas.
std::atomic<unsigned> most_arenas{0};

#ifdef __GLIBC__
// malloc_trim() skips the ends of all arenas except the main one; an end is released only when a
// thread of the arena frees a block of 64 KB or more. New threads get arenas of threads that have
// ended, then new arenas up to the maximum, and then all arenas in turn. Therefore, if twice as
// many threads as the maximum run at the same time, at least one of them uses each arena.
void return_ends_of_arenas() {
    constexpr int kLittleBytes = 128 << 10;
    constexpr std::size_t kPieceBytes = 96U << 10U;
    const unsigned count = 2 * most_arenas;
    static std::mutex turn;  // the threshold applies to the whole process
    const std::lock_guard lock(turn);
    std::latch all_have_one(count);
    ::mallopt(M_TRIM_THRESHOLD, kLittleBytes);
    std::vector<std::thread> threads;
    for (unsigned number = 0; number < count; ++number) {
        threads.emplace_back([&all_have_one] {
            void* volatile const piece = std::malloc(kPieceBytes);
            all_have_one.arrive_and_wait();
            std::free(piece);
        });
    }
    for (std::thread& thread : threads) thread.join();
    ::mallopt(M_TRIM_THRESHOLD, kKeptBytes);
}
#endif

// Reads "total resident shared …", in pages. Uses read(), because a stream would allocate memory.
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
    return_ends_of_arenas();
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
    most_arenas = threads + kOthers;
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

}  // namespace stator::emulator::overload
