// How many partitions a table or a global index starts with, given the throughput it must serve
// immediately. Pure functions.
#pragma once

#include <cstddef>
#include <string_view>

#include "protocol/model/table.hpp"

namespace stator::engine::capacity {

// For the table, or for the global index of that name. AWS starts an on-demand table with four
// partitions of 3,000 read and 1,000 write units each; provisioned or warm throughput beyond that
// is available immediately, too.
// [https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html] Keys
// never spread quite evenly, so beyond four partitions a quarter is added to what is asked for.
// Partitions are made by repeated halving, so all are equally large.
std::size_t partition_count(
    const protocol::model::TableDescription& table, std::string_view index = {}
);

}  // namespace stator::engine::capacity
