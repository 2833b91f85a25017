// Compiles a table's description into the schema that its readers and writers use. Pure functions.
#pragma once

#include "engine/schema/schema.hpp"
#include "protocol/model/table.hpp"

namespace stator::engine::schema {

schema::TableSchema compile_schema(const model::TableDescription& description);

}  // namespace stator::engine::schema
