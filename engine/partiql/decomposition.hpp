// The reads that a SELECT decomposes into. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/read/key_conditions.hpp"
#include "engine/read/plan.hpp"
#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"

namespace stator::engine::partiql {

// One read that a SELECT decomposes into: a partition key and a range of sort keys.
struct KeyedRead {
    std::uint64_t hash = 0;
    std::string pk;
    read::SortKeyRange sort_keys;
    // True if the sort key is fixed.
    bool has_whole_key = false;
    // True if its branch has conditions beyond this range.
    bool has_filter = false;
    // True if its branch negates a condition on the sort key.
    bool negates_sort_key = false;
    // The attributes in the branch's other terms, in text order, without duplicates.
    std::vector<std::string> filter_attributes = {};
};

// The reads of a clause in which every OR branch fixes the partition key by = or IN, ordered by
// partition and sort key. nullopt if some branch does not, so that the source must be scanned.
// Errors: a key value of the wrong type, empty or too long; more than 50 reads; overlapping reads.
Result<std::optional<std::vector<KeyedRead>>> decompose(
    const read::SourceKeys& keys, const protocol::expression::Condition& where
);

}  // namespace stator::engine::partiql
