#include "engine/base/background.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace stator::engine {
namespace {

// Keeps background steps until the test runs them.
class BackgroundTest : public ::testing::Test {
protected:
    void run_all() {
        for (const Background::Step& step : std::exchange(steps_, {})) {
            while (step()) continue;
        }
    }

    std::vector<Background::Step> steps_;
    Background background_{[this](Background::Step step) { steps_.push_back(std::move(step)); }};
    std::shared_ptr<int> object_ = std::make_shared<int>(7);
    const std::weak_ptr<int> seen_ = object_;
};

TEST_F(BackgroundTest, DestroysReleasedObjects) {
    background_.release(std::move(object_));
    EXPECT_FALSE(seen_.expired());
    run_all();
    EXPECT_TRUE(seen_.expired());
}

TEST_F(BackgroundTest, DestroysAnObjectAfterItsLastOwner) {
    auto first = background_.released_last(std::move(object_));
    auto second = first;
    EXPECT_EQ(*second, 7);
    first.reset();
    EXPECT_TRUE(steps_.empty());
    second.reset();
    EXPECT_FALSE(seen_.expired());
    run_all();
    EXPECT_TRUE(seen_.expired());
}

TEST_F(BackgroundTest, LetsTheLastOwnerDestroyTheObjectAfterTheEnd) {
    auto owner = background_.released_last(std::move(object_));
    background_.end();
    EXPECT_FALSE(background_.has_thread());
    owner.reset();
    EXPECT_TRUE(seen_.expired());
    EXPECT_TRUE(steps_.empty());
}

TEST_F(BackgroundTest, LetsTheLastOwnerDestroyTheObjectWithoutAThread) {
    const Background none;
    EXPECT_FALSE(none.has_thread());
    auto owner = none.released_last(std::move(object_));
    owner.reset();
    EXPECT_TRUE(seen_.expired());
}

}  // namespace
}  // namespace stator::engine
