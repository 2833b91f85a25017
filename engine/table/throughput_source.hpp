// The data about a request's table, index and partition that Throughput requires.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/capacity/throughput.hpp"
#include "engine/table/table.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::table {

// One partition of a table or a global index, to be charged for a request. Refers to the snapshot.
class ChargedPartition {
public:
    // A local index is charged to its table; `index` may be null.
    ChargedPartition(
        const Table& table,
        const TableSnapshot& snapshot,
        const schema::IndexSchema* index,
        std::uint64_t hash
    );
    ChargedPartition(const ChargedPartition&) = delete;
    ChargedPartition& operator=(const ChargedPartition&) = delete;

    const capacity::ChargedSource& source() const { return source_; }

    PartitionId partition() const { return partition_; }

private:
    std::string index_arn_;
    capacity::ChargedSource source_;
    PartitionId partition_;
};

// The limits of the table, or of its global index with that name.
capacity::ThroughputLimits throughput_limits(
    const model::TableDescription& table, std::string_view index
);

// Formats a partition key for display: a string unchanged, a number in digits, bytes in base64.
std::string key_text(values::AttributeType type, std::string_view pk);

// The image's partition key in an index; several attributes are joined with "#".
std::string index_key_text(const schema::IndexSchema& index, const values::ItemImage& image);

// Tells the meters that partitions of the table were split.
void note_splits(
    capacity::Throughput& throughput, TableNumber table, std::span<const PartitionSplit> splits
);

}  // namespace stator::engine::table
