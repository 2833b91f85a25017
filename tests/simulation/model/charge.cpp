#include "tests/simulation/model/charge.hpp"

#include <algorithm>
#include <cstdio>

namespace stator::simulation {
namespace {

double units_of(std::int64_t bytes, std::int64_t unit) {
    return static_cast<double>(std::max<std::int64_t>(1, (bytes + unit - 1) / unit));
}

// Units are whole or half.
std::string decimal(double units) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.1f", units);
    return text;
}

std::string units_json(double units, UnitKind kind) {
    std::string json = "\"CapacityUnits\":" + decimal(units);
    if (kind == UnitKind::Read) json.append(",\"ReadCapacityUnits\":").append(decimal(units));
    if (kind == UnitKind::Write) json.append(",\"WriteCapacityUnits\":").append(decimal(units));
    return json;
}

}  // namespace

double write_units(std::int64_t bytes) {
    return units_of(bytes, 1'024);
}

double read_units(std::int64_t bytes) {
    return units_of(bytes, 4'096);
}

void Charge::add_index(const std::string& name, bool global, double units) {
    for (Index& index : indexes) {
        if (index.name != name) continue;
        index.units += units;
        return;
    }
    indexes.push_back({name, global, units});
}

void Charge::add(const Charge& other) {
    table += other.table;
    refused += other.refused;
    vector_bytes += other.vector_bytes;
    for (const Index& index : other.indexes) add_index(index.name, index.global, index.units);
}

std::string Charge::json(const std::string& table_name, UnitKind kind) const {
    double total = table + refused;
    std::string globals;
    std::string locals;
    for (const Index& index : indexes) {
        total += index.units;
        std::string& list = index.global ? globals : locals;
        list.append(list.empty() ? "" : ",").append(quoted(index.name));
        list.append(":{").append(units_json(index.units, kind)).append("}");
    }
    std::string json = "{\"TableName\":" + quoted(table_name) + "," + units_json(total, kind) +
                       ",\"Table\":{" + units_json(table, kind) + "}";
    if (!globals.empty()) json.append(",\"GlobalSecondaryIndexes\":{").append(globals).append("}");
    if (!locals.empty()) json.append(",\"LocalSecondaryIndexes\":{").append(locals).append("}");
    if (vector_bytes > 0) {
        json.append(R"(,"VectorIndexes":{"near":{"VectorWriteRequestBytes":)");
        json.append(std::to_string(vector_bytes)).append("}}");
    }
    return json.append("}");
}

}  // namespace stator::simulation
