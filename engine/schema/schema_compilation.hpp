// From a table's description to the schema that its readers and writers use. Pure functions.
#pragma once

#include "engine/schema/schema.hpp"
#include "protocol/model/table.hpp"

namespace stator::engine::schema {

// Takes over the entries of global indexes, and the vectors of vector indexes, that `previous`
// (may be null) has already.
schema::TableSchema compile_schema(
    const protocol::model::TableDescription& description, const schema::TableSchema* previous
);

}  // namespace stator::engine::schema
