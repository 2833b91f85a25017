// ConnectionOrdinals: connections by the order in which they first read. Their own numbers depend
// on whatever else is connected to the process, so what a seed decides is decided by these. Not
// thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stator::engine::consistency {

class ConnectionOrdinals {
public:
    // Of so many connections the ordinal is known for sure: there is no end to those that come, and
    // nobody says here that one has gone.
    static constexpr std::size_t kRemembered = 7'500;

    // 1 for the first one that asks, and so on; the same for a connection each time, unless it has
    // been forgotten because kRemembered newer ones asked.
    std::uint64_t of(std::uint64_t connection);

    void clear();

private:
    struct Known {
        std::uint64_t connection = 0;
        std::uint64_t ordinal = 0;
    };

    // By their numbers. They outlive what was allocated for their connections, so a piece of memory
    // for each would keep the pages around it.
    std::vector<Known> known_;
    std::uint64_t last_ = 0;
};

}  // namespace stator::engine::consistency
