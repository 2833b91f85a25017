// HashRange: the hashes of the partition keys in one partition or shard.
#pragma once

#include <cstdint>

namespace stator::engine::schema {

struct HashRange {
    std::uint64_t first = 0;
    std::uint64_t last = UINT64_MAX;

    bool contains(std::uint64_t hash) const { return first <= hash && hash <= last; }

    friend bool operator==(const HashRange&, const HashRange&) = default;
};

}  // namespace stator::engine::schema
