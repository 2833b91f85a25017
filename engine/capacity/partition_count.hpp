// How many partitions a table or a global index has from the start, for what it must serve at once.
// Pure functions.
#pragma once

#include <cstddef>
#include <string_view>

#include "protocol/model/table.hpp"

namespace stator::engine::capacity {

// Of the table, or of a global index by its name. AWS starts an on-demand table with four
// partitions, of 3,000 read and 1,000 write units each; what is provisioned or warm beyond that is
// served at once, too.
// [https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html] Keys are
// never spread quite evenly: beyond the four there is a quarter more than is asked for, in halves
// of halves, so that all partitions are equally large.
std::size_t partition_count(
    const protocol::model::TableDescription& table, std::string_view index = {}
);

}  // namespace stator::engine::capacity
