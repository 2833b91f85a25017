#include "emulator/laboratory/report_inputs.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "emulator/laboratory/laboratories.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::emulator::laboratory {
namespace {

// A key is hot if it has more than a third of its table's traffic, and that traffic is not
// negligible.
constexpr double kHotShare = 1.0 / 3;
constexpr double kLeastUnits = 100;

// Hot keys of a source by their text: a key that is hot for reads and writes is one hot key.
using HotKeys = std::map<std::string, journal::HotKey>;

// Records the hot keys of one direction: reads or writes.
void note_hot_keys(
    const std::vector<engine::capacity::KeyHeat>& keys,
    double whole,
    double journal::HotKey::*share,
    HotKeys& hot
) {
    for (const engine::capacity::KeyHeat& key : keys) {
        const double units = key.units - key.error;
        if (key.text.empty() || units < kLeastUnits || units < whole * kHotShare) continue;
        hot[key.text].*share += units / whole;
    }
}

void add_hot_keys(
    const engine::capacity::SourceReport& source,
    const std::string& universe,
    std::vector<journal::HotKey>& hot_keys
) {
    HotKeys hot;
    for (const engine::capacity::PartitionReport& partition : source.partitions) {
        note_hot_keys(partition.read_keys, source.read.total, &journal::HotKey::read_share, hot);
        note_hot_keys(partition.write_keys, source.write.total, &journal::HotKey::write_share, hot);
    }
    const std::string_view region = protocol::model::region_of_arn(source.arn);
    for (auto& [text, key] : hot) {
        key.universe = universe;
        key.table = source.table_name;
        key.index = source.index;
        key.key = text;
        key.region = region;
        hot_keys.push_back(std::move(key));
    }
}

// Adds the report's inputs from one universe.
void add_universe(const Laboratory& laboratory, journal::ReportInputs& inputs) {
    const engine::Administration administration = laboratory.administration();
    const std::string& universe = administration.name();
    std::set<engine::TableNumber> tables;
    for (const auto& table : administration.tables(universe)) {
        tables.insert(table.number);
        const auto& description = table.snapshot->description;
        journal::ReportedTable reported{
            universe, description.name, {}, journal::BillingMode::OnDemand, table.place.region};
        if (description.billing_mode == protocol::values::BillingMode::Provisioned) {
            reported.billing = journal::BillingMode::Provisioned;
        }
        for (const auto& index : table.snapshot->schema.indexes) {
            reported.indexes.push_back(index.name);
        }
        inputs.tables.push_back(std::move(reported));
    }
    const auto heat = administration.heat();
    inputs.measures_keys = inputs.measures_keys || heat.heat;
    for (const engine::capacity::SourceReport& source : heat.sources) {
        if (tables.contains(source.table)) add_hot_keys(source, universe, inputs.hot_keys);
    }
}

template <class Element>
void append(std::vector<Element>& to, std::vector<Element> from) {
    std::ranges::move(from, std::back_inserter(to));
}

}  // namespace

journal::ReportInputs report_inputs(const Laboratory& laboratory) {
    journal::ReportInputs inputs;
    add_universe(laboratory, inputs);
    return inputs;
}

journal::ReportInputs report_inputs(Laboratories& laboratories) {
    journal::ReportInputs inputs;
    for (const auto& laboratory : laboratories.all()) add_universe(*laboratory, inputs);
    return inputs;
}

journal::JournalSnapshot journal_of_all(Laboratories& laboratories) {
    journal::JournalSnapshot whole;
    for (const auto& laboratory : laboratories.all()) {
        journal::JournalSnapshot one = laboratory->journal().snapshot();
        whole.recorded += one.recorded;
        whole.totals.add(one.totals);
        append(whole.unfollowed_pages, std::move(one.unfollowed_pages));
        append(whole.ignored_unprocessed, std::move(one.ignored_unprocessed));
        append(whole.filters, std::move(one.filters));
        append(whole.assertions, std::move(one.assertions));
    }
    return whole;
}

}  // namespace stator::emulator::laboratory
