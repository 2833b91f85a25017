#include "engine/capacity/partition_count.hpp"

#include <algorithm>

#include "engine/capacity/source_throughput.hpp"

namespace stator::engine::capacity {
namespace {

constexpr std::size_t kInitialPartitions = 4;
constexpr double kHeadroom = 1.25;

std::size_t count_for(double read_units, double write_units) {
    const double full =
        std::max(read_units / kPartitionReadUnits, write_units / kPartitionWriteUnits);
    std::size_t count = kInitialPartitions;
    if (full <= static_cast<double>(count)) return count;
    while (static_cast<double>(count) < full * kHeadroom) count *= 2;
    return count;
}

template <class Described>
std::size_t count_for(
    const Described& described, const protocol::model::ProvisionedThroughput& provisioned
) {
    const protocol::model::WarmThroughput& warm = described.warm_throughput;
    return count_for(
        static_cast<double>(std::max(provisioned.read_capacity_units, warm.read_units_per_second)),
        static_cast<double>(std::max(provisioned.write_capacity_units, warm.write_units_per_second))
    );
}

}  // namespace

std::size_t partition_count(
    const protocol::model::TableDescription& table, std::string_view index
) {
    if (index.empty()) return count_for(table, table.throughput);
    for (const auto& global : table.global_indexes) {
        if (global.name == index) return count_for(global, global.throughput);
    }
    return kInitialPartitions;
}

}  // namespace stator::engine::capacity
