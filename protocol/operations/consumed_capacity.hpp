// ConsumedCapacity: what an operation cost, by table and index, and how a reply reports it.
#pragma once

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/wire/json.hpp"

namespace stator::protocol::operations {

// ReturnConsumedCapacity.
enum class CapacityReport : unsigned char { None, Total, Indexes };

// The member that repeats CapacityUnits: ReadCapacityUnits, WriteCapacityUnits, or none.
// AWS: only transactions have one. [case TransactWriteItems/capacity]
enum class CapacityUnitKind : unsigned char { Untold, Read, Write };

CapacityReport capacity_report(std::string_view text);

// One index that was charged.
struct IndexCharge {
    std::string name;
    bool global = false;
    double units = 0;
};

// VectorWriteRequestBytes of one vector index.
struct VectorCharge {
    std::string name;
    std::int64_t bytes = 0;
};

// Units by table and index. Indexes that were not touched have no entry.
struct Consumption {
    double table = 0;
    // Of writes that were refused: part of the total, and of neither the table nor an index.
    // AWS: [case BatchExecuteStatement/capacity_of_failures]
    double refused = 0;
    absl::InlinedVector<IndexCharge, 2> indexes = {};
    std::vector<VectorCharge> vectors = {};  // no part of the units

    double total() const;
    void add_index(const std::string& name, bool global, double units);
    void add_vectors(const std::string& name, std::int64_t bytes);
    void add(const Consumption& other);
};

// Writes one ConsumedCapacity object. `table_name` is what the caller sent: a name or an ARN.
void write_consumed_capacity(
    wire::JsonWriter& json,
    std::string_view table_name,
    const Consumption& consumption,
    CapacityReport report,
    CapacityUnitKind unit_kind = CapacityUnitKind::Untold
);

// Writes a reply's member ConsumedCapacity about its one table, if the request asks for it.
void write_capacity_member(
    wire::JsonWriter& json,
    std::string_view table_name,
    const Consumption& consumption,
    CapacityReport report
);

}  // namespace stator::protocol::operations
