#include "emulator/operations/operation_table.hpp"

#include <array>

#include "engine/operations/batch.hpp"
#include "engine/operations/items.hpp"
#include "engine/operations/query.hpp"
#include "engine/operations/statements.hpp"
#include "engine/operations/streams.hpp"
#include "engine/operations/tables.hpp"
#include "engine/operations/transactions.hpp"
#include "protocol/operations/settings/account.hpp"

namespace stator::emulator::operations {
namespace {

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
    STATOR_CHECK(protocol::operations::settings::decode_describe_limits(request));
    return protocol::operations::settings::encode_describe_limits();
}

Result<std::string> describe_endpoints(Engine&, RequestContext& context, JsonView request) {
    STATOR_CHECK(protocol::operations::settings::decode_describe_endpoints(request));
    return protocol::operations::settings::encode_describe_endpoints(context.host);
}

// Most frequent first: the search is linear, which beats hashing for this few names.
constexpr std::array kOperations = {
    Operation{
        "GetItem",
        false,
        handle<protocol::operations::items::decode_get_item, engine::operations::get_item>},
    Operation{
        "PutItem",
        false,
        handle<protocol::operations::items::decode_put_item, engine::operations::put_item>},
    Operation{
        "UpdateItem",
        false,
        handle<protocol::operations::items::decode_update_item, engine::operations::update_item>},
    Operation{
        "Query",
        false,
        handle<protocol::operations::query::decode_query, engine::operations::query>},
    Operation{
        "DeleteItem",
        false,
        handle<protocol::operations::items::decode_delete_item, engine::operations::delete_item>},
    Operation{
        "BatchWriteItem",
        false,
        handle<
            protocol::operations::batch::decode_batch_write_item,
            engine::operations::batch_write_item>},
    Operation{
        "BatchGetItem",
        false,
        handle<
            protocol::operations::batch::decode_batch_get_item,
            engine::operations::batch_get_item>},
    Operation{
        "Scan", false, handle<protocol::operations::query::decode_scan, engine::operations::scan>},
    Operation{
        "TransactWriteItems",
        false,
        handle<
            protocol::operations::transactions::decode_transact_write_items,
            engine::operations::transact_write_items>},
    Operation{
        "TransactGetItems",
        false,
        handle<
            protocol::operations::transactions::decode_transact_get_items,
            engine::operations::transact_get_items>},
    Operation{
        "ExecuteStatement",
        false,
        handle<
            protocol::operations::statements::decode_execute_statement,
            engine::operations::execute_statement>},
    Operation{
        "BatchExecuteStatement",
        false,
        handle<
            protocol::operations::statements::decode_batch_execute_statement,
            engine::operations::batch_execute_statement>},
    Operation{
        "ExecuteTransaction",
        false,
        handle<
            protocol::operations::statements::decode_execute_transaction,
            engine::operations::execute_transaction>},
    Operation{
        "DescribeTable",
        false,
        handle<
            protocol::operations::tables::decode_describe_table,
            engine::operations::describe_table>},
    Operation{
        "CreateTable",
        false,
        handle<
            protocol::operations::tables::decode_create_table,
            engine::operations::create_table>},
    Operation{
        "UpdateTable",
        false,
        handle<
            protocol::operations::tables::decode_update_table,
            engine::operations::update_table>},
    Operation{
        "DeleteTable",
        false,
        handle<
            protocol::operations::tables::decode_delete_table,
            engine::operations::delete_table>},
    Operation{
        "ListTables",
        false,
        handle<protocol::operations::tables::decode_list_tables, engine::operations::list_tables>},
    Operation{
        "TagResource",
        false,
        handle<
            protocol::operations::settings::decode_tag_resource,
            engine::operations::tag_resource>},
    Operation{
        "UntagResource",
        false,
        handle<
            protocol::operations::settings::decode_untag_resource,
            engine::operations::untag_resource>},
    Operation{
        "ListTagsOfResource",
        false,
        handle<
            protocol::operations::settings::decode_list_tags,
            engine::operations::list_tags_of_resource>},
    Operation{
        "UpdateTimeToLive",
        false,
        handle<
            protocol::operations::settings::decode_update_time_to_live,
            engine::operations::update_time_to_live>},
    Operation{
        "DescribeTimeToLive",
        false,
        handle<
            protocol::operations::settings::decode_describe_time_to_live,
            engine::operations::describe_time_to_live>},
    Operation{
        "GetRecords",
        true,
        handle<protocol::operations::streams::decode_get_records, engine::operations::get_records>},
    Operation{
        "GetShardIterator",
        true,
        handle<
            protocol::operations::streams::decode_get_shard_iterator,
            engine::operations::get_shard_iterator>},
    Operation{
        "DescribeStream",
        true,
        handle<
            protocol::operations::streams::decode_describe_stream,
            engine::operations::describe_stream>},
    Operation{
        "ListStreams",
        true,
        handle<
            protocol::operations::streams::decode_list_streams,
            engine::operations::list_streams>},
    Operation{"DescribeLimits", false, describe_limits},
    Operation{"DescribeEndpoints", false, describe_endpoints},
};

}  // namespace

const Operation* find_operation(std::string_view name, bool streams) {
    for (const Operation& operation : kOperations) {
        if (operation.name == name && operation.streams == streams) return &operation;
    }
    return nullptr;
}

}  // namespace stator::emulator::operations
