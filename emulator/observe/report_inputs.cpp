#include "emulator/observe/report_inputs.hpp"

#include <map>

#include "emulator/observe/laboratory.hpp"
#include "engine/engine.hpp"

namespace stator::emulator::observe {
namespace {

// A key is hot when it has more than a third of its table's traffic, and that is not next to
// nothing.
constexpr double kHotShare = 1.0 / 3;
constexpr double kLeastUnits = 100;

// Adds the keys of one direction that are hot.
void add_hot_keys(
    const engine::capacity::SourceReport& source,
    const engine::capacity::UnitsHeat& whole,
    const std::vector<engine::capacity::KeyHeat>& keys,
    const std::string& universe,
    std::vector<HotKey>& hot
) {
    for (const engine::capacity::KeyHeat& key : keys) {
        const double units = key.units - key.error;
        if (key.text.empty() || units < kLeastUnits || units < whole.total * kHotShare) continue;
        hot.push_back({universe, source.table_name, source.index, key.text, units / whole.total});
    }
}

}  // namespace

ReportInputs report_inputs(Laboratory& laboratory) {
    ReportInputs inputs;
    std::map<engine::TableNumber, std::string> universes;
    for (const engine::universes::Region& region : laboratory.engine().universes().regions()) {
        for (const auto& table : region.catalog->tables()) {
            universes[table->number()] = region.universe;
            const auto snapshot = table->snapshot();
            const auto& description = snapshot->description;
            ReportedTable reported{region.universe, description.name, {}, BillingMode::OnDemand};
            if (description.billing_mode == protocol::values::BillingMode::Provisioned) {
                reported.billing = BillingMode::Provisioned;
            }
            for (const auto& index : snapshot->schema.indexes) {
                reported.indexes.push_back(index.name);
            }
            inputs.tables.push_back(std::move(reported));
        }
    }
    auto& throughput = laboratory.engine().throughput();
    const auto heat = throughput.report(laboratory.engine().now_ms());
    inputs.measures_keys = heat.heat;
    for (const engine::capacity::SourceReport& source : heat.sources) {
        const auto universe = universes.find(source.table);
        if (universe == universes.end()) continue;
        for (const engine::capacity::PartitionReport& partition : source.partitions) {
            add_hot_keys(
                source, source.read, partition.read_keys, universe->second, inputs.hot_keys
            );
            add_hot_keys(
                source, source.write, partition.write_keys, universe->second, inputs.hot_keys
            );
        }
    }
    return inputs;
}

}  // namespace stator::emulator::observe
