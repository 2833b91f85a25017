#include "engine/operations/query.hpp"

#include <utility>

#include "engine/item_keys.hpp"
#include "engine/planner.hpp"
#include "engine/read/read.hpp"

namespace stator::engine {
namespace {

using protocol::ReadOptions;
using protocol::ReadReply;
using protocol::Result;

std::string run(Engine& engine, ReadPlan plan, const ReadOptions& options) {
    if (!plan.consistent) plan.point = engine.consistency().read_point();
    Page page = run_read(plan);
    ReadReply reply;
    reply.scanned_count = page.scanned_count;
    reply.consumption = read_consumption(plan, page);
    const TableSchema& schema = plan.snapshot->schema;
    // AWS: a Query of a table without sort key finds one row and takes no start key.
    // [case query/hash_only_table]
    const bool one_row = plan.pk && plan.index == nullptr && !schema.range;
    if (page.last_evaluated != nullptr && !one_row) {
        reply.last_evaluated_key = key_attributes(schema, plan.index, *page.last_evaluated);
    }
    reply.items = std::move(page.items);
    return protocol::encode_read_reply(options, reply);
}

}  // namespace

Result<std::string> query(
    Engine& engine, RequestContext& context, const protocol::QueryRequest& request
) {
    STATOR_TRY(auto table, engine.catalog(context).active_table(request.options.table_name));
    STATOR_TRY(ReadPlan plan, plan_query(std::move(table), request));
    return run(engine, std::move(plan), request.options);
}

Result<std::string> scan(
    Engine& engine, RequestContext& context, const protocol::ScanRequest& request
) {
    STATOR_TRY(auto table, engine.catalog(context).active_table(request.options.table_name));
    STATOR_TRY(ReadPlan plan, plan_scan(std::move(table), request));
    return run(engine, std::move(plan), request.options);
}

}  // namespace stator::engine
