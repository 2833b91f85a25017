// ConnectionOrdinals: numbers connections by the order in which they first read. Their own numbers
// depend on all other connections to the process, so seeded choices use these ordinals instead. Not
// thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stator::engine::consistency {

class ConnectionOrdinals {
public:
    // Number of connections whose ordinal is remembered. Bounded because closed connections are not
    // reported here.
    static constexpr std::size_t kRemembered = 7'500;

    // Returns 1 for the first connection that reads, and so on. A connection keeps its ordinal
    // until kRemembered newer ones have read.
    std::uint64_t of(std::uint64_t connection);

    void clear();

private:
    struct Known {
        std::uint64_t connection = 0;
        std::uint64_t ordinal = 0;
    };

    // Sorted by number. One array, because entries outlive the other allocations of their
    // connections, so that separate allocations would keep the memory pages around them in use.
    std::vector<Known> known_;
    std::uint64_t last_ = 0;
};

}  // namespace stator::engine::consistency
