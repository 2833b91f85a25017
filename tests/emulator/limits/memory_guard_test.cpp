#include "emulator/limits/memory_guard.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace stator::emulator::limits {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::size_t kMb = 1u << 20;
constexpr std::size_t kLimit = 100 * kMb;

// A process whose memory a test decides about.
class MemoryGuardTest : public ::testing::Test {
protected:
    MemoryProbe probe() {
        return {
            [this] { return resident_; },
            [this] { return allocated_; },
            [this] {
                ++returns_;
                resident_ = resident_after_return_;
                now_ += return_takes_;
            },
            [this] { return now_; }};
    }

    void use(std::size_t allocated, std::size_t resident) {
        allocated_ = allocated;
        resident_ = resident_after_return_ = resident;
    }

    std::size_t resident_ = 0;
    std::size_t resident_after_return_ = 0;
    std::size_t allocated_ = 0;
    int returns_ = 0;
    milliseconds return_takes_{1};
    std::chrono::steady_clock::time_point now_{std::chrono::hours(1)};
    std::vector<std::string> lines_;
    MemoryGuard guard_{
        kLimit, probe(), [this](const std::string& line) { lines_.push_back(line); }};
};

TEST_F(MemoryGuardTest, LooksMoreOftenTheCloserTheLimitIs) {
    use(10 * kMb, 10 * kMb);
    const auto far = guard_.check();
    use(90 * kMb, 90 * kMb);
    const auto near = guard_.check();
    EXPECT_GT(far, near);
    EXPECT_LE(near, milliseconds(11));
    EXPECT_EQ(returns_, 0);
}

TEST_F(MemoryGuardTest, IsFullAtTheLimitAndSaysSoOnce) {
    use(kLimit, kLimit);
    guard_.check();
    guard_.check();
    EXPECT_TRUE(guard_.is_full());
    EXPECT_THAT(
        lines_,
        ElementsAre(
            AllOf(HasSubstr("100 MB of the 100 MB"), HasSubstr("ItemCollectionSizeLimitExceeded"))
        )
    );
}

TEST_F(MemoryGuardTest, GivesMemoryBackBeforeItRefuses) {
    use(20 * kMb, kLimit);
    resident_after_return_ = 30 * kMb;
    guard_.check();
    EXPECT_EQ(returns_, 1);
    EXPECT_FALSE(guard_.is_full());
}

TEST_F(MemoryGuardTest, RecoversWhenThereIsSomeRoom) {
    use(kLimit, kLimit);
    guard_.check();
    now_ += std::chrono::minutes(1);
    use(99 * kMb, 99 * kMb);
    guard_.check();
    EXPECT_TRUE(guard_.is_full());
    now_ += std::chrono::minutes(1);
    use(90 * kMb, 90 * kMb);
    guard_.check();
    EXPECT_FALSE(guard_.is_full());
    ASSERT_EQ(lines_.size(), 2U);
    EXPECT_THAT(lines_.back(), HasSubstr("accepted again"));
}

// What is freed between what is in use stays the process's, but the next items go there.
TEST_F(MemoryGuardTest, CountsNoMoreThanUsualGaps) {
    use(kLimit, kLimit);
    guard_.check();
    now_ += std::chrono::minutes(1);
    use(40 * kMb, kLimit);
    guard_.check();
    EXPECT_FALSE(guard_.is_full());
    now_ += std::chrono::minutes(1);
    use(89 * kMb, kLimit);
    guard_.check();
    EXPECT_TRUE(guard_.is_full());
}

TEST_F(MemoryGuardTest, GivesBackLessOftenTheLongerThatTakesButGoesOnCounting) {
    return_takes_ = milliseconds(100);
    use(80 * kMb, kLimit);
    guard_.check();
    EXPECT_FALSE(guard_.is_full());
    now_ += std::chrono::seconds(1);
    use(95 * kMb, 112 * kMb);
    guard_.check();
    EXPECT_EQ(returns_, 1);
    EXPECT_TRUE(guard_.is_full());
    now_ += std::chrono::seconds(5);
    guard_.check();
    EXPECT_EQ(returns_, 2);
}

TEST_F(MemoryGuardTest, CountsRefusals) {
    guard_.note_refusal();
    guard_.note_refusal();
    EXPECT_EQ(guard_.refusals(), 2U);
    EXPECT_EQ(guard_.limit_bytes(), kLimit);
}

}  // namespace
}  // namespace stator::emulator::limits
