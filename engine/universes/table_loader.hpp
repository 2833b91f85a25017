// TableLoader: fills a table that is not in use yet with the items of a data file, and builds its
// indexes.
//
// Items arrive in row order. Inserting each in its place would touch a cold part of the tree every
// time, so the loader collects them and builds every tree in key order at the end.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/persistence/row_reader.hpp"
#include "engine/schema/schema.hpp"
#include "engine/storage/slot.hpp"
#include "engine/table/table.hpp"

namespace stator::engine::universes {

class TableLoader {
public:
    explicit TableLoader(table::Table& table);

    // Adds the items of the rows.
    void add(const persistence::RowBlock& block);

    // Builds the trees. Call once, after the last item.
    void finish();

private:
    // A slot on its way to a tree. The item's size is kept here because the item itself is out of
    // the cache by the time it is inserted.
    struct Arrival {
        storage::Slot slot;
        std::uint32_t item_size;
    };

    using Arrivals = std::vector<Arrival>;

    static protocol::values::ItemImagePtr image_of(const Arrival& arrival);
    static void sort(Arrivals& arrivals);
    void build_items();
    void build_index(const schema::IndexSchema& index);

    table::Table& table_;
    const std::shared_ptr<const table::TableSnapshot> snapshot_;
    Arrivals items_;
};

}  // namespace stator::engine::universes
