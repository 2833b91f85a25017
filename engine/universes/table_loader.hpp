// TableLoader: fills a table that is not in use yet with the items of a data file, and builds its
// indexes.
//
// Items arrive in row order. Inserting each in its place would touch a cold part of the tree every
// time, so the loader collects them and builds every tree in key order at the end.
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
    // Items that expire do so later by `shift_ms`. `has_base`: items of a base come in the end.
    explicit TableLoader(table::Table& table, std::int64_t shift_ms = 0, bool has_base = false);

    using Items = std::vector<values::ItemImagePtr>;

    // Adds the items of the rows. Throws UnreadableDataFile for one that is not an item of the
    // table.
    void add(const persistence::RowBlock& block);

    // The items that were added, in the order of their keys, for other loaders to share.
    Items release();

    // Builds the trees. Call once, after the last item. `shared` are those of the table's base:
    // each is the table's too unless there was a row in its place.
    void finish(const Items& shared = {});

private:
    // A slot on its way to a tree. The item's size is kept here because the item itself is out of
    // the cache by the time it is inserted.
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
    // Of the rows that were added, if there is a base whose rows they hide.
    std::unordered_set<std::uint64_t> rows_;
};

}  // namespace stator::engine::universes
