#include "emulator/operations/operation_table.hpp"

#include <array>

#include "engine/operations/batch.hpp"
#include "engine/operations/items.hpp"
#include "engine/operations/query.hpp"
#include "engine/operations/statements.hpp"
#include "engine/operations/streams.hpp"
#include "engine/operations/tables.hpp"
#include "engine/operations/transactions.hpp"
#include "protocol/operations/operation_traits.hpp"
#include "protocol/operations/settings/account.hpp"

namespace stator::emulator::operations {
namespace {

namespace decode = protocol::operations;
namespace run = engine::operations;

using engine::Engine;
using engine::RequestContext;
using protocol::Result;
using protocol::wire::JsonView;

// The handler of an operation that decodes to a request and runs on the engine.
template <auto Decode, auto Run>
Result<std::string> handle(Engine& engine, RequestContext& context, JsonView request) {
    STATOR_TRY(const auto decoded, Decode(request));
    return Run(engine, context, decoded);
}

Result<std::string> describe_limits(Engine&, RequestContext&, JsonView request) {
    STATOR_CHECK(decode::settings::decode_describe_limits(request));
    return decode::settings::encode_describe_limits();
}

Result<std::string> describe_endpoints(Engine&, RequestContext& context, JsonView request) {
    STATOR_CHECK(decode::settings::decode_describe_endpoints(request));
    return decode::settings::encode_describe_endpoints(context.host);
}

// The row of an operation that protocol knows; one that it does not know fails to compile.
consteval Operation row(std::string_view name, Handler handler) {
    const auto* traits = protocol::operations::find_operation_traits(name);
    return {traits->name, traits->is_of_streams(), handler};
}

// Most frequent first: the search is linear, which beats hashing for this few names.
constexpr std::array kOperations = {
    row("GetItem", handle<decode::items::decode_get_item, run::get_item>),
    row("PutItem", handle<decode::items::decode_put_item, run::put_item>),
    row("UpdateItem", handle<decode::items::decode_update_item, run::update_item>),
    row("Query", handle<decode::query::decode_query, run::query>),
    row("DeleteItem", handle<decode::items::decode_delete_item, run::delete_item>),
    row("BatchWriteItem", handle<decode::batch::decode_batch_write_item, run::batch_write_item>),
    row("BatchGetItem", handle<decode::batch::decode_batch_get_item, run::batch_get_item>),
    row("Scan", handle<decode::query::decode_scan, run::scan>),
    row("TransactWriteItems",
        handle<decode::transactions::decode_transact_write_items, run::transact_write_items>),
    row("TransactGetItems",
        handle<decode::transactions::decode_transact_get_items, run::transact_get_items>),
    row("ExecuteStatement",
        handle<decode::statements::decode_execute_statement, run::execute_statement>),
    row("BatchExecuteStatement",
        handle<decode::statements::decode_batch_execute_statement, run::batch_execute_statement>),
    row("ExecuteTransaction",
        handle<decode::statements::decode_execute_transaction, run::execute_transaction>),
    row("DescribeTable", handle<decode::tables::decode_describe_table, run::describe_table>),
    row("CreateTable", handle<decode::tables::decode_create_table, run::create_table>),
    row("UpdateTable", handle<decode::tables::decode_update_table, run::update_table>),
    row("DeleteTable", handle<decode::tables::decode_delete_table, run::delete_table>),
    row("ListTables", handle<decode::tables::decode_list_tables, run::list_tables>),
    row("TagResource", handle<decode::settings::decode_tag_resource, run::tag_resource>),
    row("UntagResource", handle<decode::settings::decode_untag_resource, run::untag_resource>),
    row("ListTagsOfResource",
        handle<decode::settings::decode_list_tags, run::list_tags_of_resource>),
    row("UpdateTimeToLive",
        handle<decode::settings::decode_update_time_to_live, run::update_time_to_live>),
    row("DescribeTimeToLive",
        handle<decode::settings::decode_describe_time_to_live, run::describe_time_to_live>),
    row("GetRecords", handle<decode::streams::decode_get_records, run::get_records>),
    row("GetShardIterator",
        handle<decode::streams::decode_get_shard_iterator, run::get_shard_iterator>),
    row("DescribeStream", handle<decode::streams::decode_describe_stream, run::describe_stream>),
    row("ListStreams", handle<decode::streams::decode_list_streams, run::list_streams>),
    row("DescribeLimits", describe_limits),
    row("DescribeEndpoints", describe_endpoints),
};

}  // namespace

const Operation* find_operation(std::string_view name, bool streams) {
    for (const Operation& operation : kOperations) {
        if (operation.name == name && operation.streams == streams) return &operation;
    }
    return nullptr;
}

}  // namespace stator::emulator::operations
