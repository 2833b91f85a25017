#include "protocol/values/memory_ahead.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace stator::protocol::values {
namespace {

// Fills so much memory, piece by piece, as whoever has asked for it does, and keeps it.
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

// More than a thread fills before pages become large ones, which moves what is in them.
constexpr std::size_t kMuch = std::size_t{64} << 20U;

TEST(MemoryAhead, LeavesWhatIsThereAsItIs) {
    EXPECT_TRUE(is_as_filled(fill(kMuch, 'a'), 'a'));
    EXPECT_TRUE(is_as_filled(fill(kMuch, 'k'), 'k'));
}

TEST(MemoryAhead, IsOfEachThread) {
    std::vector<std::thread> threads;
    std::vector<int> are_right(3);
    for (int& is_right : are_right) {
        threads.emplace_back([&is_right] {
            is_right = is_as_filled(fill(kMuch / 2, 'p'), 'p') ? 1 : 0;
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(are_right, std::vector<int>(3, 1));
}

}  // namespace
}  // namespace stator::protocol::values
