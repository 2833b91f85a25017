// VectorIndex: the definition of a vector index of a table, and its status. A value.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/model/projection.hpp"
#include "protocol/values/table_terms.hpp"
#include "protocol/values/vector_terms.hpp"

namespace stator::protocol::model {

struct VectorIndex {
    std::string name;
    std::string vector_attribute;
    values::SearchSchema search_schema = {};
    Projection projection = {};
    std::int64_t dimensions = 0;
    values::DistanceFunction distance = values::DistanceFunction::Cosine;
    values::IndexStatus status = values::IndexStatus::Creating;
    // As in GlobalSecondaryIndex.
    bool backfilling = false;

    // True when writers must maintain the index: from the start of the backfill on.
    bool is_maintained() const { return status == values::IndexStatus::Active || is_backfilling(); }

    bool is_backfilling() const { return status == values::IndexStatus::Creating && backfilling; }

    // True in the first phase of an index added to an existing table.
    bool is_allocating() const { return status == values::IndexStatus::Creating && !backfilling; }

    // Whether the attribute is its vector or one of its search schema.
    bool uses(std::string_view attribute) const;
    // Whether the attribute is one of its search schema.
    bool searches_by(std::string_view attribute) const;

    friend bool operator==(const VectorIndex&, const VectorIndex&) = default;
};

}  // namespace stator::protocol::model
