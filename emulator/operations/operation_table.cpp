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

namespace stator::emulator {
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
    STATOR_CHECK(protocol::decode_describe_limits(request));
    return protocol::encode_describe_limits();
}

Result<std::string> describe_endpoints(Engine&, RequestContext& context, JsonView request) {
    STATOR_CHECK(protocol::decode_describe_endpoints(request));
    return protocol::encode_describe_endpoints(context.host);
}

// Most frequent first: the search is linear, which beats hashing for this few names.
constexpr std::array kOperations = {
    Operation{"GetItem", false, handle<protocol::decode_get_item, engine::get_item>},
    Operation{"PutItem", false, handle<protocol::decode_put_item, engine::put_item>},
    Operation{"UpdateItem", false, handle<protocol::decode_update_item, engine::update_item>},
    Operation{"Query", false, handle<protocol::decode_query, engine::query>},
    Operation{"DeleteItem", false, handle<protocol::decode_delete_item, engine::delete_item>},
    Operation{
        "BatchWriteItem",
        false,
        handle<protocol::decode_batch_write_item, engine::batch_write_item>},
    Operation{
        "BatchGetItem", false, handle<protocol::decode_batch_get_item, engine::batch_get_item>},
    Operation{"Scan", false, handle<protocol::decode_scan, engine::scan>},
    Operation{
        "TransactWriteItems",
        false,
        handle<protocol::decode_transact_write_items, engine::transact_write_items>},
    Operation{
        "TransactGetItems",
        false,
        handle<protocol::decode_transact_get_items, engine::transact_get_items>},
    Operation{
        "ExecuteStatement",
        false,
        handle<protocol::decode_execute_statement, engine::execute_statement>},
    Operation{
        "BatchExecuteStatement",
        false,
        handle<protocol::decode_batch_execute_statement, engine::batch_execute_statement>},
    Operation{
        "ExecuteTransaction",
        false,
        handle<protocol::decode_execute_transaction, engine::execute_transaction>},
    Operation{
        "DescribeTable", false, handle<protocol::decode_describe_table, engine::describe_table>},
    Operation{"CreateTable", false, handle<protocol::decode_create_table, engine::create_table>},
    Operation{"UpdateTable", false, handle<protocol::decode_update_table, engine::update_table>},
    Operation{"DeleteTable", false, handle<protocol::decode_delete_table, engine::delete_table>},
    Operation{"ListTables", false, handle<protocol::decode_list_tables, engine::list_tables>},
    Operation{"TagResource", false, handle<protocol::decode_tag_resource, engine::tag_resource>},
    Operation{
        "UntagResource", false, handle<protocol::decode_untag_resource, engine::untag_resource>},
    Operation{
        "ListTagsOfResource",
        false,
        handle<protocol::decode_list_tags, engine::list_tags_of_resource>},
    Operation{
        "UpdateTimeToLive",
        false,
        handle<protocol::decode_update_time_to_live, engine::update_time_to_live>},
    Operation{
        "DescribeTimeToLive",
        false,
        handle<protocol::decode_describe_time_to_live, engine::describe_time_to_live>},
    Operation{"GetRecords", true, handle<protocol::decode_get_records, engine::get_records>},
    Operation{
        "GetShardIterator",
        true,
        handle<protocol::decode_get_shard_iterator, engine::get_shard_iterator>},
    Operation{
        "DescribeStream", true, handle<protocol::decode_describe_stream, engine::describe_stream>},
    Operation{"ListStreams", true, handle<protocol::decode_list_streams, engine::list_streams>},
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

}  // namespace stator::emulator
