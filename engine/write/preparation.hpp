// Preparation: computes the effects of a WriteIntent on the current item. Pure functions.
#pragma once

#include "engine/table/effects.hpp"
#include "engine/table/vector_effects.hpp"
#include "engine/write/intent.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/consumed_capacity.hpp"

namespace stator::engine::write {

// A checked intent, ready to be installed under the locks under which it was checked.
struct PreparedWrite {
    values::ItemImagePtr old_image;       // null if the item does not exist
    values::MutableItemImagePtr changed;  // the image to install, null to delete
    values::ItemImagePtr new_image;       // the item afterwards, or null
    // False if the item stays unchanged and nothing must be installed.
    bool changes = false;
    table::IndexEffects effects;
    table::VectorEffects vector_effects = {};  // none in a table without vector indexes
    // The bytes of the item's size that the table is not charged for, before and after.
    std::int64_t old_excess = 0;
    std::int64_t new_excess = 0;
};

// `old_image` is the current item, `schema` the table's schema under the same lock.
// Errors: index key checks, ConditionalCheckFailedException, run-time update errors, item size.
Result<PreparedWrite> prepare_write(
    const WriteIntent& intent, const schema::TableSchema& schema, values::ItemImagePtr old_image
);

// The cost of the write, by index.
requests::Consumption write_consumption(const PreparedWrite& prepared);

}  // namespace stator::engine::write
