// Matches key conditions against a key schema, to determine the partition and the sort keys.
#pragma once

#include <string>
#include <vector>

#include "engine/read/plan.hpp"
#include "engine/schema/schema.hpp"
#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"

namespace stator::engine::read {

// The key attributes of the source: a table, or one of its indexes.
struct SourceKeys {
    std::vector<schema::KeyAttribute> hash;
    std::vector<schema::KeyAttribute> range;
    // True for an index, whose keys are encoded in parts. A table's keys are raw.
    bool encoded = false;

    static SourceKeys of(const schema::TableSchema& schema, const schema::IndexSchema* index);
    bool contains(std::string_view attribute) const;
};

// The range a Query reads.
struct KeyRange {
    std::uint64_t hash = 0;
    std::string pk;
    SortKeyRange sort_keys;
    bool has_sort_condition = false;
};

// Errors: DynamoDB's schema errors, in its order.
// AWS: [case Query/key_condition_elements] [case Query/key_condition_schema]
// [case Query/multi_attribute_refusals]
Result<KeyRange> bind_key_conditions(
    const SourceKeys& keys, const std::vector<protocol::expression::KeyCondition>& conditions
);

}  // namespace stator::engine::read
