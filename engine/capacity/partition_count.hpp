// The number of partitions of a table or a global index for the throughput that it must serve now.
// Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/base/vocabulary.hpp"
#include "protocol/model/table.hpp"

namespace stator::engine::capacity {

// The maximum number of partitions that a user can set for a table or an index.
inline constexpr std::int64_t kMostPartitions = 256;

// The number of partitions of the table, or of the global index with that name.
//
//     provisioned   read units / 3,000 + write units / 1,000, rounded up: AWS's formula
//     on demand     four, which serve the 12,000 reads and 4,000 writes of the start
//     warm          what it takes to serve the warm throughput
//
// A description with its own `partitions` starts with that number instead, and gets more only if it
// needs them. Partitions are made by halving, so the numbers are 1, 2, 4, 8 … unless a description
// sets another number. Keys never spread quite evenly, so several partitions include a quarter more
// than the throughput needs, except for the initial four.
// [https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html]
std::size_t partition_count(const model::TableDescription& table, std::string_view index = {});

// The number of partitions of an on-demand source that serves this throughput now.
std::size_t partitions_on_demand(double read_units, double write_units);

}  // namespace stator::engine::capacity
