// TableLoader: fills a table that nobody uses yet with the items of a data file, and its indexes
// with what derives from them.
//
// Items arrive in the order of their rows. Inserting each where it belongs would touch a cold place
// of the tree every time, so the loader keeps them and builds every tree at the end, in its order.
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

    // Makes the items of the rows.
    void add(const persistence::RowBlock& block);

    // Builds the trees. Called once, after the last item.
    void finish();

private:
    // A slot on its way to a tree. Its item's size is here because the item itself is cold by the
    // time it gets there.
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
