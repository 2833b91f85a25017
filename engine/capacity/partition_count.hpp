// How many partitions a table or a global index has, given the throughput it must serve at once.
// Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/base/vocabulary.hpp"
#include "protocol/model/table.hpp"

namespace stator::engine::capacity {

// The most partitions that a user can set for a table or an index.
inline constexpr std::int64_t kMostPartitions = 256;

// For the table, or for the global index of that name.
//
//     provisioned   read units / 3,000 + write units / 1,000, rounded up: AWS's formula
//     on demand     four, which serve the 12,000 reads and 4,000 writes of the start
//     warm          what it takes to serve the warm throughput
//
// A description with `partitions` of its own starts with those instead, and has more only when it
// needs them. Partitions are made by halving, so the numbers are 1, 2, 4, 8 … unless a description
// says otherwise. Keys never spread quite evenly: of several partitions there is a quarter more
// than the throughput needs, except for the four of the start.
// [https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html]
std::size_t partition_count(const model::TableDescription& table, std::string_view index = {});

// For an on-demand source that serves so much now.
std::size_t partitions_on_demand(double read_units, double write_units);

}  // namespace stator::engine::capacity
