// TableLoader: fills a table that nobody uses yet with the items of a data file, and its indexes
// with what derives from them.
//
// Items arrive in the order of their rows. Inserting each where it belongs would touch a cold place
// of the tree every time, so the loader keeps them and builds every tree at the end, in its order.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/schema.hpp"
#include "engine/storage/record.hpp"
#include "engine/table.hpp"

namespace stator::engine {

class TableLoader {
public:
    explicit TableLoader(Table& table);

    // One item: the row that holds it, and its image's payload, which is copied.
    void add(std::uint64_t row_id, std::string_view payload);

    // Builds the trees. Called once, after the last item.
    void finish();

private:
    // A record on its way to a tree, under its position's hash.
    struct Arrival {
        std::uint64_t hash;
        Record record;
    };

    using Arrivals = std::vector<Arrival>;

    static void sort(Arrivals& arrivals);
    void build_items();
    void build_index(const IndexSchema& index);

    Table& table_;
    const std::shared_ptr<const TableSnapshot> snapshot_;
    Arrivals items_;
};

}  // namespace stator::engine
