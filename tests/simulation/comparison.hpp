// Comparison: everything that a world of the system shows, against everything that the model
// derives.
#pragma once

#include <optional>
#include <string>

#include "tests/simulation/model/model.hpp"
#include "tests/simulation/system.hpp"

namespace stator::simulation {

// The first difference.
struct Difference {
    std::string subject;  // "table", "index", "counter", "stream" …
    std::string text;
};

// How closely a world is compared.
struct Look {
    std::size_t page_items = 0;  // Limit of scans and GetRecords, 0 for none
    bool replays_streams = true;
};

// Compares scans of the tables and all their indexes; the existing indexes, item counts and bytes,
// the time to live; backups, recovery and the restored table; the streams.
std::optional<Difference> compare_all(const World& world, const Model& model, const Look& look);

// Compares the table that the latest restore made, and its indexes, or its absence.
std::optional<Difference> compare_restored(
    const World& world, const Model& model, std::size_t page_items
);

// Compares every readable record of every stream, shard by shard, parents first. For each item, the
// records must be those of the model, in order; each old image must equal the previous new image,
// and the last new image must equal the item.
std::optional<Difference> compare_streams(
    const World& world, const Model& model, std::size_t page_items
);

// Compares the records queued for the Kinesis data stream of each table: for each item the changes
// of the model, in order. Removes nothing from the queue.
std::optional<Difference> compare_outgoing(const World& world, const Model& model);

// Runs a query page by page.
std::optional<Difference> compare_query(const World& world, const Model& model, const Query& query);

// Runs a SELECT page by page.
std::optional<Difference> compare_query(
    const World& world, const Model& model, const StatementQuery& statement
);

}  // namespace stator::simulation
