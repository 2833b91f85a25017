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

using requests::query::ReadReply;

// A page without rows after the start key. nullopt if no key can end it.
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

Result<ReadReply> run(const universes::Call& call, read::ReadPlan plan) {
    ReadWatch watch(call, *plan.table, *plan.snapshot, plan.index);
    STATOR_CHECK(watch.admit(plan));
    STATOR_CHECK(watch.reach(plan.consistent));
    plan.moments = watch.moments(plan.consistent, Breadth::Page);
    if (shortens_pages(call.context)) {
        if (call.context.rare_answers->page_rows == 0) {
            if (auto reply = empty_page(watch, plan)) return *std::move(reply);
        }
        plan.limit = shortened(plan.limit, call.context);
    }
    read::Page page = read::run_read(plan);
    call.outcome.wait_for(page.journal_ticket);
    ReadReply reply;
    reply.scanned_count = page.scanned_count;
    reply.consumption = read::read_consumption(plan, page);
    watch.note_page(plan, page, reply.consumption);
    const schema::TableSchema& schema = plan.snapshot->schema;
    // AWS: a Query of a table without a sort key finds one row and takes no start key.
    // [case Query/hash_only_table]
    const bool one_row = plan.pk && plan.index == nullptr && !schema.range;
    if (page.last_evaluated != nullptr && !one_row) {
        reply.last_evaluated_key = schema::key_attributes(schema, plan.index, *page.last_evaluated);
    }
    reply.items = std::move(page.items);
    return reply;
}

}  // namespace

Result<requests::query::ReadReply> query(
    const universes::Call& call, const requests::query::QueryRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    if (request.options.consistent) call.outcome.wait_for(catalog.last_ticket());
    STATOR_TRY(auto table, catalog.active_table(request.options.table_name));
    STATOR_TRY(read::ReadPlan plan, read::plan_query(std::move(table), request));
    return run(call, std::move(plan));
}

Result<requests::query::ReadReply> scan(
    const universes::Call& call, const requests::query::ScanRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    if (request.options.consistent) call.outcome.wait_for(catalog.last_ticket());
    STATOR_TRY(auto table, catalog.active_table(request.options.table_name));
    STATOR_TRY(
        read::ReadPlan plan,
        read::plan_scan(std::move(table), request, call.context.answering_region())
    );
    return run(call, std::move(plan));
}

}  // namespace stator::engine::operations
