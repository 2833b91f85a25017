#include "protocol/operations/consumed_capacity.hpp"

#include <algorithm>

namespace stator::protocol::operations {
namespace {

void write_units(wire::JsonWriter& json, double units, CapacityUnitKind unit_kind) {
    json.decimal_member("CapacityUnits", units);
    if (unit_kind == CapacityUnitKind::Untold) return;
    json.decimal_member(
        unit_kind == CapacityUnitKind::Read ? "ReadCapacityUnits" : "WriteCapacityUnits", units
    );
}

void write_arm(
    wire::JsonWriter& json, std::string_view name, double units, CapacityUnitKind unit_kind
) {
    json.begin_object(name);
    write_units(json, units, unit_kind);
    json.end_object();
}

void write_indexes(
    wire::JsonWriter& json, const Consumption& consumption, bool global, CapacityUnitKind unit_kind
) {
    const auto& indexes = consumption.indexes;
    const bool any = std::any_of(indexes.begin(), indexes.end(), [&](const IndexCharge& index) {
        return index.global == global;
    });
    if (!any) return;
    json.begin_object(global ? "GlobalSecondaryIndexes" : "LocalSecondaryIndexes");
    for (const IndexCharge& index : indexes) {
        if (index.global == global) write_arm(json, index.name, index.units, unit_kind);
    }
    json.end_object();
}

// AWS: only in a reply with INDEXES. [case PutItem/vector_capacity]
void write_vectors(wire::JsonWriter& json, const Consumption& consumption) {
    if (consumption.vectors.empty()) return;
    json.begin_object("VectorIndexes");
    for (const VectorCharge& index : consumption.vectors) {
        json.begin_object(index.name);
        json.integer_member("VectorWriteRequestBytes", index.bytes);
        json.end_object();
    }
    json.end_object();
}

}  // namespace

CapacityReport capacity_report(std::string_view text) {
    if (text == "TOTAL") return CapacityReport::Total;
    if (text == "INDEXES") return CapacityReport::Indexes;
    return CapacityReport::None;
}

double Consumption::total() const {
    double units = table + refused;
    for (const IndexCharge& index : indexes) units += index.units;
    return units;
}

void Consumption::add_index(const std::string& name, bool global, double units) {
    for (IndexCharge& index : indexes) {
        if (index.name == name) {
            index.units += units;
            return;
        }
    }
    indexes.push_back({name, global, units});
}

void Consumption::add_vectors(const std::string& name, std::int64_t bytes) {
    for (VectorCharge& index : vectors) {
        if (index.name == name) {
            index.bytes += bytes;
            return;
        }
    }
    vectors.push_back({name, bytes});
}

void Consumption::add(const Consumption& other) {
    table += other.table;
    refused += other.refused;
    for (const IndexCharge& index : other.indexes) {
        add_index(index.name, index.global, index.units);
    }
    for (const VectorCharge& index : other.vectors) add_vectors(index.name, index.bytes);
}

void write_consumed_capacity(
    wire::JsonWriter& json,
    std::string_view table_name,
    const Consumption& consumption,
    CapacityReport report,
    CapacityUnitKind unit_kind
) {
    json.begin_object();
    json.string_member("TableName", table_name);
    write_units(json, consumption.total(), unit_kind);
    if (report == CapacityReport::Indexes) {
        write_arm(json, "Table", consumption.table, unit_kind);
        write_indexes(json, consumption, true, unit_kind);
        write_indexes(json, consumption, false, unit_kind);
        write_vectors(json, consumption);
    }
    json.end_object();
}

void write_capacity_member(
    wire::JsonWriter& json,
    std::string_view table_name,
    const Consumption& consumption,
    CapacityReport report
) {
    if (report == CapacityReport::None) return;
    json.key("ConsumedCapacity");
    write_consumed_capacity(json, table_name, consumption, report);
}

}  // namespace stator::protocol::operations
