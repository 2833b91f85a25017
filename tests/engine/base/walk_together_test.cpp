#include "engine/base/walk_together.hpp"

#include <gtest/gtest.h>

#include <compare>
#include <ranges>
#include <string>
#include <vector>

namespace stator::engine {
namespace {

// Returns for example "1- 2+ 3=": 1 is only in the first range, 2 only in the second, 3 in both.
template <class Left, class Right>
std::string walked(Left&& lefts, Right&& rights) {
    std::string text;
    const auto order = [](int left, int right) { return left <=> right; };
    walk_together(lefts, rights, order, [&](const int* left, const int* right) {
        text += std::to_string(left != nullptr ? *left : *right);
        text += left == nullptr ? "+ " : right == nullptr ? "- " : "= ";
    });
    return text;
}

using Numbers = std::vector<int>;

TEST(WalkTogether, VisitsEachElementOnceInOrder) {
    EXPECT_EQ(walked(Numbers{1, 3, 5, 6}, Numbers{2, 3, 4, 6}), "1- 2+ 3= 4+ 5- 6= ");
    EXPECT_EQ(walked(Numbers{1, 2}, Numbers{2, 3, 4}), "1- 2= 3+ 4+ ");
    EXPECT_EQ(walked(Numbers{2, 3, 4}, Numbers{1, 2}), "1+ 2= 3- 4- ");
}

TEST(WalkTogether, EitherMayBeEmpty) {
    EXPECT_EQ(walked(Numbers{1, 2}, Numbers{}), "1- 2- ");
    EXPECT_EQ(walked(Numbers{}, Numbers{1, 2}), "1+ 2+ ");
    EXPECT_EQ(walked(Numbers{}, Numbers{}), "");
}

TEST(WalkTogether, AcceptsElementsThatAreCreatedDuringTheWalk) {
    const auto doubled =
        std::views::iota(1, 4) | std::views::transform([](int number) { return 2 * number; });
    EXPECT_EQ(walked(doubled, Numbers{3, 4}), "2- 3+ 4= 6- ");
}

}  // namespace
}  // namespace stator::engine
