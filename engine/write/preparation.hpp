// Preparation: what a WriteIntent would do to the current item. Pure functions.
#pragma once

#include "engine/table/effects.hpp"
#include "engine/table/vector_effects.hpp"
#include "engine/write/intent.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/consumed_capacity.hpp"

namespace stator::engine::write {

// A checked intent, ready to be installed under the locks it was checked under.
struct PreparedWrite {
    values::ItemImagePtr old_image;       // null when there is no item
    values::MutableItemImagePtr changed;  // the image to install, null to delete
    values::ItemImagePtr new_image;       // the item afterwards, null for none
    // False when the item stays as it is; there is nothing to install then.
    bool changes = false;
    table::IndexEffects effects;
    table::VectorEffects vector_effects = {};  // none in a table without vector indexes
    // What the table is charged less for than the item's size, before and after.
    std::int64_t old_excess = 0;
    std::int64_t new_excess = 0;
};

// `old_image` is the current item, `schema` the table's under the same lock.
// Errors: index key checks, ConditionalCheckFailedException, run-time update errors, item size.
Result<PreparedWrite> prepare_write(
    const WriteIntent& intent, const schema::TableSchema& schema, values::ItemImagePtr old_image
);

// The cost of the write, by index.
requests::Consumption write_consumption(const PreparedWrite& prepared);

}  // namespace stator::engine::write
