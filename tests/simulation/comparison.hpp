// Comparison: everything a world of the system tells against everything the model derives.
#pragma once

#include <optional>
#include <string>

#include "tests/simulation/model/model.hpp"
#include "tests/simulation/system.hpp"

namespace stator::simulation {

// What differed first.
struct Difference {
    std::string subject;  // "table", "index", "counter", "stream" …
    std::string text;
};

// How closely a world is looked at.
struct Look {
    std::size_t page_items = 0;  // Limit of scans and GetRecords, 0 for none
    bool replays_streams = true;
};

// Scans of the tables and all their indexes; which indexes there are, item counts and bytes, the
// time to live; backups, recovery and the restored table; the streams.
std::optional<Difference> compare_all(const World& world, const Model& model, const Look& look);

// The table that the latest restore made, and its indexes; or that there is none.
std::optional<Difference> compare_restored(
    const World& world, const Model& model, std::size_t page_items
);

// Every record still readable of every stream, shard by shard, parents first: for each item the
// records the model expects, in order, each image the one before left, and the last one the item.
std::optional<Difference> compare_streams(
    const World& world, const Model& model, std::size_t page_items
);

// What waits for the Kinesis data stream of each table: for each item the changes that the model
// expects, in order. Nothing of it is taken away.
std::optional<Difference> compare_outgoing(const World& world, const Model& model);

// Runs a query page by page.
std::optional<Difference> compare_query(const World& world, const Model& model, const Query& query);

// Runs a SELECT page by page.
std::optional<Difference> compare_query(
    const World& world, const Model& model, const StatementQuery& statement
);

}  // namespace stator::simulation
