// Iterates over two sorted ranges together.
#pragma once

#include <type_traits>

namespace stator::engine {

// Calls `visit(left, right)` for each element of either range, in their common order: with pointers
// to both elements if they are equal, otherwise with null for the range that has no such element.
// `order(left, right)` returns a number below, equal to or above 0. A range must not contain an
// element twice.
template <class Left, class Right, class Order, class Visit>
void walk_together(Left&& lefts, Right&& rights, const Order& order, const Visit& visit) {
    auto left = lefts.begin();
    auto right = rights.begin();
    using LeftElement = std::remove_reference_t<decltype(*left)>;
    using RightElement = std::remove_reference_t<decltype(*right)>;
    constexpr const LeftElement* kNoLeft = nullptr;
    constexpr const RightElement* kNoRight = nullptr;
    while (left != lefts.end() && right != rights.end()) {
        // Some iterators create their elements on access.
        const auto& one = *left;
        const auto& other = *right;
        const auto first = order(one, other);
        visit(first <= 0 ? &one : kNoLeft, first >= 0 ? &other : kNoRight);
        if (first <= 0) ++left;
        if (first >= 0) ++right;
    }
    for (; left != lefts.end(); ++left) {
        const auto& one = *left;
        visit(&one, kNoRight);
    }
    for (; right != rights.end(); ++right) {
        const auto& other = *right;
        visit(kNoLeft, &other);
    }
}

}  // namespace stator::engine
