#include "engine/capacity/partition_count.hpp"

#include <algorithm>

#include "engine/capacity/source_throughput.hpp"
#include "protocol/base/limits.hpp"

namespace stator::engine::capacity {
namespace {

using values::BillingMode;

constexpr std::size_t kOnDemandPartitions = 4;
constexpr double kHeadroom = 1.25;

std::size_t doubled_until(double needed, std::size_t count) {
    while (static_cast<double>(count) < needed) count *= 2;
    return count;
}

// AWS counts both directions together.
double needed_by(const model::ProvisionedThroughput& throughput) {
    const double full = static_cast<double>(throughput.read_capacity_units) / kPartitionReadUnits +
                        static_cast<double>(throughput.write_capacity_units) / kPartitionWriteUnits;
    return full > 1 ? full * kHeadroom : full;
}

double needed_on_demand(double read_units, double write_units) {
    const double full =
        std::max(read_units / kPartitionReadUnits, write_units / kPartitionWriteUnits);
    return full > static_cast<double>(kOnDemandPartitions) ? full * kHeadroom : full;
}

bool is_warmer_than_new(const model::WarmThroughput& warm) {
    return warm.read_units_per_second > protocol::kInitialOnDemandReads ||
           warm.write_units_per_second > protocol::kInitialOnDemandWrites;
}

// `Described` is a table or a global index.
template <class Described>
std::size_t count_for(const Described& described, BillingMode billing) {
    const model::WarmThroughput& warm = described.warm_throughput;
    std::size_t least = billing == BillingMode::PayPerRequest ? kOnDemandPartitions : 1;
    if (described.partitions > 0) least = static_cast<std::size_t>(described.partitions);
    double needed = needed_by(described.throughput);
    // On-demand tables and new tables are equally warm, so an explicit partition count takes
    // precedence.
    if (described.partitions == 0 || is_warmer_than_new(warm)) {
        needed = std::max(
            needed,
            needed_on_demand(
                static_cast<double>(warm.read_units_per_second),
                static_cast<double>(warm.write_units_per_second)
            )
        );
    }
    return doubled_until(needed, least);
}

}  // namespace

std::size_t partition_count(const model::TableDescription& table, std::string_view index) {
    if (index.empty()) return count_for(table, table.billing_mode);
    const auto* global = model::find_global_index(table, index);
    return global == nullptr ? 1 : count_for(*global, table.billing_mode);
}

std::size_t partitions_on_demand(double read_units, double write_units) {
    return doubled_until(needed_on_demand(read_units, write_units), kOnDemandPartitions);
}

}  // namespace stator::engine::capacity
