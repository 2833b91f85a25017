#include "emulator/overload/memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <latch>
#include <thread>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace stator::emulator::overload {
namespace {

constexpr std::size_t kBlockMb = 1u << 20;

TEST(Memory, CountsAllocatedAndTouchedMemory) {
    const std::size_t resident = resident_bytes();
    const std::size_t allocated = allocated_bytes();
    std::vector<char> block(64 * kBlockMb, 'x');
    EXPECT_GE(resident_bytes(), resident + 60 * kBlockMb);
    // Sanitizers have their own allocator, which the C library does not know.
    if (allocated != 0) {
        EXPECT_GE(allocated_bytes(), allocated + 60 * kBlockMb);
    }
    EXPECT_EQ(block[12'345], 'x');
}

#ifdef __GLIBC__
// Memory that threads have freed at the ends of their arenas; one of the threads has ended.
TEST(Memory, OfAllThreadsIsReturned) {
    if (allocated_bytes() == 0) GTEST_SKIP() << "the sanitizer's malloc keeps nothing there";
    keep_little_free_memory();
    // At least as many arenas as earlier tests can have made.
    share_free_memory(8 * std::thread::hardware_concurrency());
    return_free_memory();  // makes all of them, so that they do not count below
    const auto fill = [] {
        std::vector<std::vector<char>> pieces;
        pieces.reserve(200);
        // The threads first use memory that earlier tests have left in the arena.
        const std::size_t before = ::mallinfo2().arena;
        while (::mallinfo2().arena < before + 3 * kBlockMb / 2 && pieces.size() < 200) {
            pieces.emplace_back(kBlockMb / 10, 'x');
        }
    };
    std::thread(fill).join();
    std::latch is_filled(1);
    std::latch is_over(1);
    std::thread lasting([&] {
        fill();
        is_filled.count_down();
        is_over.wait();
    });
    is_filled.wait();
    const std::size_t kept = ::mallinfo2().arena;
    return_free_memory();
    EXPECT_LE(::mallinfo2().arena + 2 * kBlockMb, kept);
    is_over.count_down();
    lasting.join();
}
#endif

TEST(Memory, LimitOfDescriptorsIsRaisedAndNeverLowered) {
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_EQ(allow_descriptors(1), before.rlim_cur);
    EXPECT_EQ(allow_descriptors(before.rlim_max), before.rlim_max);
    rlimit after{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &after), 0);
    EXPECT_EQ(after.rlim_cur, before.rlim_max);
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace stator::emulator::overload
