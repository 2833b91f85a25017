#include "conformance/matching/pairing.hpp"

#include <utility>

namespace stator::conformance {
namespace {

/// Augmenting paths: a new element may give earlier ones other partners.
class Pairer {
public:
    Pairer(
        std::size_t left_count,
        std::size_t right_count,
        const std::function<bool(std::size_t, std::size_t)>& suits
    )
        : suits_(suits) {
        pairing_.partner_of_right.resize(right_count);
        for (std::size_t left = 0; left < left_count; ++left) {
            is_visited_.assign(right_count, false);
            pairing_.is_left_paired.push_back(find_partner(left));
        }
    }

    Pairing take() { return std::move(pairing_); }

private:
    bool find_partner(std::size_t left) {
        auto& partners = pairing_.partner_of_right;
        for (std::size_t right = 0; right < partners.size(); ++right) {
            if (is_visited_[right] || !suits_(left, right)) continue;
            is_visited_[right] = true;
            if (!partners[right] || find_partner(*partners[right])) {
                partners[right] = left;
                return true;
            }
        }
        return false;
    }

    const std::function<bool(std::size_t, std::size_t)>& suits_;
    Pairing pairing_;
    std::vector<bool> is_visited_;
};

}  // namespace

Pairing pair_up(
    std::size_t left_count,
    std::size_t right_count,
    const std::function<bool(std::size_t, std::size_t)>& suits
) {
    return Pairer(left_count, right_count, suits).take();
}

}  // namespace stator::conformance
