// ConsumedCapacity: the capacity units that an operation consumed, by table and index, and their
// JSON.
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

// The charge to one index.
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

// Units by table and index. Indexes that the operation did not use have no entry.
struct Consumption {
    double table = 0;
    // Units of rejected writes: included in the total, but not in the units of the table or an
    // index. AWS: [case BatchExecuteStatement/capacity_of_failures]
    double refused = 0;
    absl::InlinedVector<IndexCharge, 2> indexes = {};
    std::vector<VectorCharge> vectors = {};  // not included in the units

    double total() const;
    void add_index(const std::string& name, bool global, double units);
    void add_vectors(const std::string& name, std::int64_t bytes);
    void add(const Consumption& other);
};

// Writes one ConsumedCapacity object. `table_name` is the name or ARN that the caller sent.
void write_consumed_capacity(
    wire::JsonWriter& json,
    std::string_view table_name,
    const Consumption& consumption,
    CapacityReport report,
    CapacityUnitKind unit_kind = CapacityUnitKind::Untold
);

// Writes the member ConsumedCapacity of a reply about one table, if the request asks for it.
void write_capacity_member(
    wire::JsonWriter& json,
    std::string_view table_name,
    const Consumption& consumption,
    CapacityReport report
);

}  // namespace stator::protocol::operations
