// Charge: the cost of an operation for one table, as in ConsumedCapacity. A value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/simulation/operations/item.hpp"

namespace stator::simulation {

enum class UnitKind : unsigned char { Untold, Read, Write };

// Whole units of 1 KB, at least one.
double write_units(std::int64_t bytes);
// Whole units of 4 KB, at least one.
double read_units(std::int64_t bytes);

struct Charge {
    struct Index {
        std::string name;
        bool global = true;
        double units = 0;
    };

    double table = 0;
    std::int64_t vector_bytes = 0;  // written to the vector index
    double refused = 0;  // of refused members of a batch of statements: only in the total
    std::vector<Index> indexes;

    void add_index(const std::string& name, bool global, double units);
    void add(const Charge& other);

    // The ConsumedCapacity of ReturnConsumedCapacity INDEXES.
    std::string json(const std::string& table_name, UnitKind kind) const;
};

}  // namespace stator::simulation
