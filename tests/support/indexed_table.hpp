// A table "Tab" with every kind of index, and the contents of its trees.
#pragma once

#include <functional>
#include <memory>

#include "engine/table/table.hpp"
#include "tests/support/database.hpp"

namespace stator::testing {

// Key `pk` (S) and `sk` (N). Global indexes by `g` (S): "all" with `n` (N) as its sort key and
// every attribute, "keys" with keys only; a local index "local" by `n`, with `x`.
std::shared_ptr<engine::table::Table> make_indexed_table(Database& database);

using VisitSlot = std::function<void(const engine::storage::Slot& slot)>;

// Visits every slot of the index, or of the items if it is null, in order.
void each_slot(
    const engine::table::Table& table,
    const engine::schema::IndexSchema* index,
    const VisitSlot& visit
);

// The slot's item as JSON.
std::string json_of(const engine::storage::Slot& slot);

}  // namespace stator::testing
