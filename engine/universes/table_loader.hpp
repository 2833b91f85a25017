// TableLoader: fills a table that is not in use yet with the items of a data file, and builds its
// indexes.
//
// Items arrive in row order. Inserting each one into its tree immediately would touch a cold part
// of the tree every time, so the loader collects them and builds every tree in key order at the
// end.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_set>
#include <vector>

#include "engine/persistence/row_reader.hpp"
#include "engine/schema/schema.hpp"
#include "engine/storage/slot.hpp"
#include "engine/table/table.hpp"

namespace stator::engine::universes {

class TableLoader {
public:
    // Moves the expiry of items by `shift_ms`. `has_base`: finish() will add the items of a base.
    explicit TableLoader(table::Table& table, std::int64_t shift_ms = 0, bool has_base = false);

    using Items = std::vector<values::ItemImagePtr>;

    // Adds the items of the rows. Throws UnreadableDataFile if a row is not an item of the table.
    void add(const persistence::RowBlock& block);

    // Returns the added items in key order, so that other loaders can share them.
    Items release();

    // Builds the trees. Call once, after the last item. `shared` are the items of the table's base:
    // the table contains each of them unless a row of the table replaces it.
    void finish(const Items& shared = {});

private:
    // A slot that will be inserted into a tree. Stores the item's size, because the item itself is
    // no longer in the CPU cache when it is inserted.
    struct Arrival {
        storage::Slot slot;
        std::uint32_t item_size;
    };

    using Arrivals = std::vector<Arrival>;

    static values::ItemImagePtr image_of(const Arrival& arrival);
    static bool is_before(const Arrival& left, const Arrival& right);
    static void sort(Arrivals& arrivals);
    void take_shared(const Items& shared);
    void build_items();
    void build_index(const schema::IndexSchema& index);
    void build_vectors(const schema::VectorIndexSchema& index);

    table::Table& table_;
    const std::int64_t shift_ms_;
    const bool has_base_;
    const std::shared_ptr<const table::TableSnapshot> snapshot_;
    Arrivals items_;
    // The ids of the added rows, which hide rows of the base. Empty if there is no base.
    std::unordered_set<std::uint64_t> rows_;
};

}  // namespace stator::engine::universes
