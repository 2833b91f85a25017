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
    // See GlobalSecondaryIndex::backfilling.
    bool backfilling = false;

    // Returns true if writers must maintain the index, beginning with the backfill.
    bool is_maintained() const { return status == values::IndexStatus::Active || is_backfilling(); }

    bool is_backfilling() const { return status == values::IndexStatus::Creating && backfilling; }

    // Returns true in the first phase of an index added to an existing table.
    bool is_allocating() const { return status == values::IndexStatus::Creating && !backfilling; }

    // Returns true if the attribute is the vector, or part of the search schema.
    bool uses(std::string_view attribute) const;
    // Returns true if the attribute is part of the search schema.
    bool searches_by(std::string_view attribute) const;

    friend bool operator==(const VectorIndex&, const VectorIndex&) = default;
};

}  // namespace stator::protocol::model
