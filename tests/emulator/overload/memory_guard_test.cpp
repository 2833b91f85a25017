#include "emulator/overload/memory_guard.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace stator::emulator::overload {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::size_t kGuardMb = 1u << 20;
constexpr std::size_t kGuardLimit = 100 * kGuardMb;

// A process whose memory figures the test sets.
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
        kGuardLimit, probe(), [this](const std::string& line) { lines_.push_back(line); }};
};

TEST_F(MemoryGuardTest, ChecksMoreOftenTheCloserTheLimitIs) {
    use(10 * kGuardMb, 10 * kGuardMb);
    const auto far = guard_.check();
    use(90 * kGuardMb, 90 * kGuardMb);
    const auto near = guard_.check();
    EXPECT_GT(far, near);
    EXPECT_LE(near, milliseconds(11));
    EXPECT_EQ(returns_, 0);
}

TEST_F(MemoryGuardTest, IsFullAtTheLimitAndLogsItOnce) {
    use(kGuardLimit, kGuardLimit);
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
    use(20 * kGuardMb, kGuardLimit);
    resident_after_return_ = 30 * kGuardMb;
    guard_.check();
    EXPECT_EQ(returns_, 1);
    EXPECT_FALSE(guard_.is_full());
}

TEST_F(MemoryGuardTest, RecoversWhenThereIsSomeRoom) {
    use(kGuardLimit, kGuardLimit);
    guard_.check();
    now_ += std::chrono::minutes(1);
    use(99 * kGuardMb, 99 * kGuardMb);
    guard_.check();
    EXPECT_TRUE(guard_.is_full());
    now_ += std::chrono::minutes(1);
    use(90 * kGuardMb, 90 * kGuardMb);
    guard_.check();
    EXPECT_FALSE(guard_.is_full());
    ASSERT_EQ(lines_.size(), 2U);
    EXPECT_THAT(lines_.back(), HasSubstr("accepted again"));
}

// Memory freed between used blocks remains with the process, but the next items use it.
TEST_F(MemoryGuardTest, CountsNoMoreThanUsualGaps) {
    use(kGuardLimit, kGuardLimit);
    guard_.check();
    now_ += std::chrono::minutes(1);
    use(40 * kGuardMb, kGuardLimit);
    guard_.check();
    EXPECT_FALSE(guard_.is_full());
    now_ += std::chrono::minutes(1);
    use(89 * kGuardMb, kGuardLimit);
    guard_.check();
    EXPECT_TRUE(guard_.is_full());
}

TEST_F(MemoryGuardTest, ReturnsMemoryLessOftenTheLongerThatTakesButContinuesToCount) {
    return_takes_ = milliseconds(100);
    use(80 * kGuardMb, kGuardLimit);
    guard_.check();
    EXPECT_FALSE(guard_.is_full());
    now_ += std::chrono::seconds(1);
    use(95 * kGuardMb, 112 * kGuardMb);
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
    EXPECT_EQ(guard_.limit_bytes(), kGuardLimit);
}

}  // namespace
}  // namespace stator::emulator::overload
