#include "emulator/observe/report_inputs.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "emulator/observe/laboratories.hpp"

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

// Adds what the report needs to know of one universe.
void add_universe(const Laboratory& laboratory, ReportInputs& inputs) {
    std::map<engine::TableNumber, std::string> universes;
    const engine::Administration administration = laboratory.administration();
    for (const auto& table : administration.tables(administration.name())) {
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
    inputs.measures_keys = inputs.measures_keys || heat.heat;
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
}

template <class Element>
void append(std::vector<Element>& to, std::vector<Element> from) {
    std::ranges::move(from, std::back_inserter(to));
}

}  // namespace

ReportInputs report_inputs(const Laboratory& laboratory) {
    ReportInputs inputs;
    add_universe(laboratory, inputs);
    return inputs;
}

ReportInputs report_inputs(Laboratories& laboratories) {
    ReportInputs inputs;
    for (const auto& laboratory : laboratories.all()) add_universe(*laboratory, inputs);
    return inputs;
}

JournalSnapshot journal_of_all(Laboratories& laboratories) {
    JournalSnapshot whole;
    for (const auto& laboratory : laboratories.all()) {
        JournalSnapshot one = laboratory->journal().snapshot();
        whole.recorded += one.recorded;
        whole.totals.add(one.totals);
        append(whole.unfollowed_pages, std::move(one.unfollowed_pages));
        append(whole.ignored_unprocessed, std::move(one.ignored_unprocessed));
        append(whole.filters, std::move(one.filters));
        append(whole.assertions, std::move(one.assertions));
    }
    return whole;
}

}  // namespace stator::emulator::observe
