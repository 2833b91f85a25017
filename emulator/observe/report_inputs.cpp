#include "emulator/observe/report_inputs.hpp"

#include <map>
#include <utility>

#include "emulator/observe/laboratory.hpp"

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
    const engine::Administration administration = laboratory.administration();
    for (const auto& table : administration.tables()) {
        universes[table.number] = table.place.universe;
        const auto& description = table.snapshot->description;
        ReportedTable reported{table.place.universe, description.name, {}, BillingMode::OnDemand};
        if (description.billing_mode == protocol::values::BillingMode::Provisioned) {
            reported.billing = BillingMode::Provisioned;
        }
        for (const auto& index : table.snapshot->schema.indexes) {
            reported.indexes.push_back(index.name);
        }
        inputs.tables.push_back(std::move(reported));
    }
    const auto heat = administration.heat();
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
