#include "engine/operations/query.hpp"

#include <utility>

#include "engine/operations/read_watch.hpp"
#include "engine/operations/short_pages.hpp"
#include "engine/read/empty_page.hpp"
#include "engine/read/planner.hpp"
#include "engine/read/read.hpp"
#include "engine/schema/item_keys.hpp"

namespace stator::engine::operations {
namespace {

using protocol::Result;
using protocol::operations::query::ReadReply;

// A page without rows behind the start key, if there is a key it can end with.
std::optional<ReadReply> empty_page(const ReadWatch& watch, const read::ReadPlan& plan) {
    ReadReply reply;
    reply.last_evaluated_key = read::end_of_empty_page(plan);
    if (reply.last_evaluated_key == nullptr) return std::nullopt;
    read::Page page;
    page.last_evaluated = reply.last_evaluated_key;
    reply.consumption = read::read_consumption(plan, page);
    watch.note_page(plan, page, reply.consumption);
    return reply;
}

Result<ReadReply> run(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    read::ReadPlan plan,
    RequestOutcome& outcome
) {
    ReadWatch watch(universe, context, *plan.table, *plan.snapshot, plan.index);
    STATOR_CHECK(watch.admit(plan));
    STATOR_CHECK(watch.reach(plan.consistent));
    plan.moments = watch.moments(plan.consistent, Breadth::Page);
    if (shortens_pages(context)) {
        if (context.rare_answers->page_rows == 0) {
            if (auto reply = empty_page(watch, plan)) return *std::move(reply);
        }
        plan.limit = shortened(plan.limit, context);
    }
    read::Page page = read::run_read(plan);
    outcome.wait_for(page.journal_ticket);
    ReadReply reply;
    reply.scanned_count = page.scanned_count;
    reply.consumption = read::read_consumption(plan, page);
    watch.note_page(plan, page, reply.consumption);
    const schema::TableSchema& schema = plan.snapshot->schema;
    // AWS: a Query of a table without sort key finds one row and takes no start key.
    // [case Query/hash_only_table]
    const bool one_row = plan.pk && plan.index == nullptr && !schema.range;
    if (page.last_evaluated != nullptr && !one_row) {
        reply.last_evaluated_key = schema::key_attributes(schema, plan.index, *page.last_evaluated);
    }
    reply.items = std::move(page.items);
    return reply;
}

}  // namespace

Result<protocol::operations::query::ReadReply> query(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    const protocol::operations::query::QueryRequest& request,
    RequestOutcome& outcome
) {
    catalog::Catalog& catalog = universe.catalog(context);
    if (request.options.consistent) outcome.wait_for(catalog.last_ticket());
    STATOR_TRY(auto table, catalog.active_table(request.options.table_name));
    STATOR_TRY(read::ReadPlan plan, read::plan_query(std::move(table), request));
    return run(universe, context, std::move(plan), outcome);
}

Result<protocol::operations::query::ReadReply> scan(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    const protocol::operations::query::ScanRequest& request,
    RequestOutcome& outcome
) {
    catalog::Catalog& catalog = universe.catalog(context);
    if (request.options.consistent) outcome.wait_for(catalog.last_ticket());
    STATOR_TRY(auto table, catalog.active_table(request.options.table_name));
    STATOR_TRY(
        read::ReadPlan plan, read::plan_scan(std::move(table), request, context.answering_region())
    );
    return run(universe, context, std::move(plan), outcome);
}

}  // namespace stator::engine::operations
