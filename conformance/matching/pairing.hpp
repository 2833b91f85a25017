// Pairs the elements of two lists regardless of order.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace stator::conformance {

/// For each element of the right list, its partner in the left one, if any. For each element of the
/// left list, whether it has a partner.
struct Pairing {
    std::vector<bool> is_left_paired;
    std::vector<std::optional<std::size_t>> partner_of_right;
};

/// Pairs as many elements as possible: an element that suits two partners is paired with the one
/// that has no other choice. `suits(left, right)` may be called for any pair, any number of times.
Pairing pair_up(
    std::size_t left_count,
    std::size_t right_count,
    const std::function<bool(std::size_t, std::size_t)>& suits
);

}  // namespace stator::conformance
