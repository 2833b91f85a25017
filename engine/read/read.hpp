// Reads: runs a ReadPlan and returns a Page. Thread-safe; locks one partition at a time, and only
// while it collects references to records, never while it filters.
#pragma once

#include <span>
#include <vector>

#include "engine/base/request_context.hpp"
#include "engine/read/plan.hpp"
#include "protocol/operations/consumed_capacity.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::read {

// One page of a Query or Scan.
struct Page {
    // The rows that passed the filter, in order, before projection.
    std::vector<values::ItemImagePtr> items;
    // Rows evaluated, before the filter.
    std::int64_t scanned_count = 0;
    // The last row evaluated, if there may be more rows; its keys are the LastEvaluatedKey.
    values::ItemImagePtr last_evaluated;
    // The hash of its partition key in the source; 0 if no row was evaluated.
    std::uint64_t last_hash = 0;
    // Billed bytes of all rows evaluated, as stored in the source.
    std::int64_t evaluated_bytes = 0;
    // Units for items fetched from the table behind a local index.
    double fetch_units = 0;
    // The ticket with which all writes shown by a consistent page are durable; 0 for other pages.
    JournalTicket journal_ticket;
};

Page run_read(const ReadPlan& plan);

// The cost of the page, by table and index.
requests::Consumption read_consumption(const ReadPlan& plan, const Page& page);

// Returns the item with the key, now or at the read point of `moments`; null if it does not exist.
// For a consistent read, `outcome` waits for the item's latest write; for other reads it is null.
values::ItemImagePtr read_item(
    table::Table& table,
    const storage::KeyView& key,
    Moments* moments = nullptr,
    RequestOutcome* outcome = nullptr
);

// Identifies an item: its table and its key.
struct ItemPlace {
    table::Table* table = nullptr;
    storage::KeyView key;
};

// Returns the items at the places, all at the same time; null for a missing item. `outcome` waits
// for their latest writes.
std::vector<values::ItemImagePtr> read_items_together(
    std::span<const ItemPlace> places, RequestOutcome& outcome
);

}  // namespace stator::engine::read
