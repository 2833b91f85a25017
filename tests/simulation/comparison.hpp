// Comparison: everything the system tells against everything the model derives.
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

// Scans of the tables and all their indexes, `page_items` a page (0 for no limit).
std::optional<Difference> compare_items(System& system, const Model& model, std::size_t page_items);

// Which indexes there are, item counts and bytes, the time to live.
std::optional<Difference> compare_descriptions(System& system, const Model& model);

// Every record still readable of every stream, shard by shard, parents first: for each item the
// records the model expects, in order, each image the one before left, and the last one the item.
std::optional<Difference> compare_streams(
    System& system, const Model& model, std::size_t page_items
);

// All of it.
std::optional<Difference> compare_all(System& system, const Model& model, std::size_t page_items);

// Runs a query page by page.
std::optional<Difference> compare_query(System& system, const Model& model, const Query& query);

// Runs a SELECT page by page.
std::optional<Difference> compare_query(
    System& system, const Model& model, const StatementQuery& statement
);

}  // namespace stator::simulation
