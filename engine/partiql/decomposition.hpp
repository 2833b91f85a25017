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
    // True when the sort key is fixed.
    bool has_whole_key = false;
    // True when its branch has conditions beyond this range.
    bool has_filter = false;
    // True when its branch negates a condition on the sort key.
    bool negates_sort_key = false;
    // The attributes in the branch's other terms, in text order, each once.
    std::vector<std::string> filter_attributes = {};
};

// The reads of a clause in which every OR branch fixes the partition key by = or IN, ordered by
// partition and sort key. Nothing when some branch does not; the source must be scanned then.
// Errors: a key value of the wrong type, empty or too long; more than 50 reads; overlapping reads.
Result<std::optional<std::vector<KeyedRead>>> decompose(
    const read::SourceKeys& keys, const protocol::expression::Condition& where
);

}  // namespace stator::engine::partiql
