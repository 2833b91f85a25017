#include "engine/table/throughput_source.hpp"

#include <algorithm>

#include "engine/storage/partition.hpp"
#include "protocol/values/base64.hpp"
#include "protocol/values/number.hpp"

namespace stator::engine::table {
namespace {

using model::TableDescription;
using values::AttributeType;

template <class Owner>
capacity::ThroughputLimits limits_of(const TableDescription& table, const Owner& owner) {
    capacity::ThroughputLimits limits;
    limits.on_demand = table.billing_mode == values::BillingMode::PayPerRequest;
    limits.read_units = static_cast<double>(owner.throughput.read_capacity_units);
    limits.write_units = static_cast<double>(owner.throughput.write_capacity_units);
    const auto& most = owner.on_demand_throughput;
    if (most.max_read_request_units) {
        limits.max_read = static_cast<double>(*most.max_read_request_units);
    }
    if (most.max_write_request_units) {
        limits.max_write = static_cast<double>(*most.max_write_request_units);
    }
    limits.warm_read = static_cast<double>(owner.warm_throughput.read_units_per_second);
    limits.warm_write = static_cast<double>(owner.warm_throughput.write_units_per_second);
    return limits;
}

}  // namespace

capacity::ThroughputLimits throughput_limits(
    const TableDescription& table, std::string_view index
) {
    for (const auto& global : table.global_indexes) {
        if (global.name == index) return limits_of(table, global);
    }
    return limits_of(table, table);
}

ChargedPartition::ChargedPartition(
    const Table& table,
    const TableSnapshot& snapshot,
    const schema::IndexSchema* index,
    std::uint64_t hash
)
    : partition_(table.partitions_of(snapshot, index).find(hash).id()) {
    const TableDescription& description = snapshot.description;
    const bool global = index != nullptr && index->global;
    source_.table = table.number();
    source_.table_name = description.name;
    source_.arn = description.table_arn;
    if (global) {
        index_arn_ = description.table_arn + "/index/" + index->name;
        source_.index = index->name;
        source_.arn = index_arn_;
    }
    source_.limits = throughput_limits(description, source_.index);
}

std::string key_text(AttributeType type, std::string_view pk) {
    if (type == AttributeType::String) return std::string(pk);
    if (type == AttributeType::Number) return values::number_text(pk);
    return values::base64_text(pk);
}

std::string index_key_text(const schema::IndexSchema& index, const values::ItemImage& image) {
    std::string text;
    for (const schema::KeyAttribute& attribute : index.hash) {
        const auto value = image.find(attribute.name);
        if (!text.empty()) text.push_back('#');
        if (value) text.append(key_text(value->type(), value->scalar()));
    }
    return text;
}

void note_splits(
    capacity::Throughput& throughput, TableNumber table, std::span<const PartitionSplit> splits
) {
    for (const PartitionSplit& split : splits) {
        throughput.note_split(table, split.index, {split.lower, split.upper, split.hash});
    }
}

}  // namespace stator::engine::table
