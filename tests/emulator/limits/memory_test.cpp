#include "emulator/limits/memory.hpp"

#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <thread>
#include <vector>

namespace stator::emulator::limits {
namespace {

constexpr std::size_t kBlockMb = 1u << 20;

TEST(Memory, SeesWhatIsAllocatedAndTouched) {
    const std::size_t resident = resident_bytes();
    const std::size_t allocated = allocated_bytes();
    std::vector<char> block(64 * kBlockMb, 'x');
    EXPECT_GE(resident_bytes(), resident + 60 * kBlockMb);
    // Sanitizers have an allocator of their own, which the C library knows nothing of.
    if (allocated != 0) {
        EXPECT_GE(allocated_bytes(), allocated + 60 * kBlockMb);
    }
    EXPECT_EQ(block[12'345], 'x');
}

#ifdef __GLIBC__
// What a thread has freed at the end of its arena.
TEST(Memory, OfAThreadIsReturnedByTheThread) {
    if (allocated_bytes() == 0) GTEST_SKIP() << "the sanitizer's malloc keeps nothing there";
    keep_little_free_memory();
    std::thread([] {
        std::vector<std::vector<char>> pieces;
        pieces.reserve(200);
        // What tests before this one have left in the arena comes first.
        const std::size_t before = ::mallinfo2().arena;
        while (::mallinfo2().arena < before + 3 * kBlockMb && pieces.size() < 200) {
            pieces.emplace_back(kBlockMb / 10, 'x');
        }
        pieces.clear();
        return_free_memory();
        const std::size_t kept = ::mallinfo2().arena;
        return_free_memory_of_thread();
        EXPECT_LE(::mallinfo2().arena + kBlockMb, kept);
    }).join();
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
}  // namespace stator::emulator::limits
