// The differences between two frozen tables: item by item, and path by path. Pure functions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/table/table.hpp"
#include "protocol/values/attribute_value.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::inspection {

struct DifferenceCounts {
    std::uint64_t added = 0;
    std::uint64_t removed = 0;
    std::uint64_t changed = 0;

    bool is_none() const { return added == 0 && removed == 0 && changed == 0; }
};

// `before` is null for an added item, `after` for a removed one.
using VisitDifference =
    std::function<void(const values::ItemImage* before, const values::ItemImage* after)>;

// True if the items of both have the same key attributes, of the same types.
bool have_same_keys(const table::Table& before, const table::Table& after);

// Walks both tables in parallel, in the order of their keys, which must be the same, and visits the
// differences. Nothing may change the tables during the call.
DifferenceCounts compare_items(
    const table::Table& before, const table::Table& after, const VisitDifference& visit
);

// The values at a path of an item. Without a value before, it was added; without one after,
// removed.
struct AttributeDifference {
    std::string path;  // "lines[2].price", as in an expression
    std::optional<values::AttributeValueView> before;
    std::optional<values::AttributeValueView> after;
};

// The deepest paths that differ, in the order of the items' attributes. They refer to the items.
std::vector<AttributeDifference> attribute_differences(
    const values::ItemImage& before, const values::ItemImage& after
);

}  // namespace stator::engine::inspection
