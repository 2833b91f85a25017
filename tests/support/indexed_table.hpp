// A table "Tab" with every kind of index, and what its trees hold.
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

// Every slot of an index, or of the items, in its order.
void each_slot(
    const engine::table::Table& table,
    const engine::schema::IndexSchema* index,
    const VisitSlot& visit
);

// The slot's item as JSON.
std::string json_of(const engine::storage::Slot& slot);

}  // namespace stator::testing
