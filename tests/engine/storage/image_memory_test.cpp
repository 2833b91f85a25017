#include "engine/storage/image_memory.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace stator::engine::storage {
namespace {

// Allocates and fills at least this many bytes in pieces, provides memory ahead when needed, and
// keeps the pieces.
std::vector<std::string> fill(std::size_t bytes, char filling) {
    constexpr std::size_t kPieceBytes = 900;
    std::vector<std::string> pieces;
    std::size_t left = 0;
    for (std::size_t filled = 0; filled < bytes; filled += kPieceBytes) {
        if (left < kPieceBytes) left = provide_memory_ahead();
        if (left < kPieceBytes) return {};
        left -= kPieceBytes;
        pieces.emplace_back(kPieceBytes, static_cast<char>(filling + filled % 7));
    }
    return pieces;
}

bool is_as_filled(const std::vector<std::string>& pieces, char filling) {
    constexpr std::size_t kPieceBytes = 900;
    std::size_t filled = 0;
    for (const std::string& piece : pieces) {
        if (piece != std::string(kPieceBytes, static_cast<char>(filling + filled % 7)))
            return false;
        filled += kPieceBytes;
    }
    return filled > 0;
}

// The number of whole pages within these bytes that have memory.
std::size_t provided_pages(void* memory, std::size_t bytes) {
    const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t first = (begin + page_bytes - 1) / page_bytes * page_bytes;
    const std::size_t count = (begin + bytes - first) / page_bytes;
    std::vector<unsigned char> is_there(count);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): pages are counted in numbers
    EXPECT_EQ(mincore(reinterpret_cast<void*>(first), count * page_bytes, is_there.data()), 0);
    std::size_t provided = 0;
    for (const unsigned char one : is_there) provided += one & 1U;
    return provided;
}

// The number of pages with memory in the first allocation of a new thread, after memory was
// provided ahead.
std::size_t provided_pages_of_new_thread() {
    std::size_t pages = 0;
    std::thread([&] {
        constexpr std::size_t kBytes = std::size_t{100} << 10U;
        EXPECT_GE(provide_memory_ahead(), kBytes);
        void* const memory = std::malloc(kBytes);
        pages = provided_pages(memory, kBytes);
        std::free(memory);
    }).join();
    return pages;
}

bool knows_populating() {
#ifdef MADV_POPULATE_WRITE
    // An emulator of another architecture may report success and do nothing.
    const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* const page =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const bool is_known = page != MAP_FAILED && madvise(page, bytes, MADV_POPULATE_WRITE) == 0 &&
                          provided_pages(page, bytes) == 1;
    munmap(page, bytes);
    return is_known;
#else
    return false;
#endif
}

// More than a thread fills before its memory uses large pages, which moves its contents.
constexpr std::size_t kMuch = std::size_t{64} << 20U;

TEST(MemoryAhead, IsProvidedBeforeItIsTouched) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the sanitizer's malloc has its memory elsewhere";
#endif
    if (!knows_populating()) GTEST_SKIP() << "this system provides nothing ahead";
    EXPECT_GE(provided_pages_of_new_thread(), 24U);
}

TEST(MemoryAhead, KeepsFilledMemoryUnchanged) {
    const ManyImages many;
    EXPECT_TRUE(is_as_filled(fill(kMuch, 'a'), 'a'));
    EXPECT_TRUE(is_as_filled(fill(kMuch, 'k'), 'k'));
}

TEST(MemoryAhead, IsSeparateForEachThread) {
    std::vector<std::thread> threads;
    std::vector<int> are_right(3);
    for (int& is_right : are_right) {
        threads.emplace_back([&is_right] {
            const ManyImages many;
            is_right = is_as_filled(fill(kMuch / 2, 'p'), 'p') ? 1 : 0;
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(are_right, std::vector<int>(3, 1));
}

}  // namespace
}  // namespace stator::engine::storage
