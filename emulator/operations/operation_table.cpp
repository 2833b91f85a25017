#include "emulator/operations/operation_table.hpp"

#include <array>
#include <type_traits>
#include <utility>

#include "emulator/operations/reply_notes.hpp"
#include "engine/operations/batch.hpp"
#include "engine/operations/control/backups.hpp"
#include "engine/operations/control/insights.hpp"
#include "engine/operations/control/kinesis.hpp"
#include "engine/operations/control/policies.hpp"
#include "engine/operations/control/replica_auto_scaling.hpp"
#include "engine/operations/control/tables.hpp"
#include "engine/operations/control/transfers.hpp"
#include "engine/operations/items.hpp"
#include "engine/operations/query.hpp"
#include "engine/operations/search_vectors.hpp"
#include "engine/operations/statements.hpp"
#include "engine/operations/streams.hpp"
#include "engine/operations/transactions.hpp"
#include "protocol/operations/operation_traits.hpp"
#include "protocol/operations/replication/global_tables.hpp"
#include "protocol/operations/settings/account.hpp"

namespace stator::emulator::operations {
namespace {

namespace control = engine::operations::control;
namespace run = engine::operations;
using namespace protocol::operations;  // the families, each with decode_… and encode_…

using engine::RequestOutcome;
using engine::faults::WatchedContext;
using engine::universes::Universe;
using protocol::Result;
using protocol::wire::JsonView;

// Run writes, or its reply waits for what others wrote, if it takes the outcome.
template <auto Run, class Request>
auto run_with(
    Universe& universe, const WatchedContext& context, Request& request, RequestOutcome& outcome
) {
    if constexpr (std::is_invocable_v<
                      decltype(Run),
                      Universe&,
                      const WatchedContext&,
                      Request&,
                      RequestOutcome&>) {
        return Run(universe, context, request, outcome);
    } else {
        return Run(universe, context, request);
    }
}

Reading reading_of(const WatchedContext& context) {
    thread_local protocol::expression::analysis::ParsedExpressions expressions;
    return {context.answering_region(), &expressions};
}

template <auto Decode>
auto decoded(const WatchedContext& context, JsonView json) {
    if constexpr (std::is_invocable_v<decltype(Decode), JsonView, const Reading&>) {
        return Decode(json, reading_of(context));
    } else {
        return Decode(json);
    }
}

template <class Request, class Reply>
void note(const Request& request, const Reply& reply, engine::capacity::RequestMeter& meter) {
    if constexpr (requires { note_reply(request, reply, meter); }) {
        note_reply(request, reply, meter);
    } else if constexpr (requires { note_reply(reply, meter); }) {
        note_reply(reply, meter);
    }
}

// No body.
constexpr auto kNothing = [](const auto&) { return std::string(); };

// The handler of an operation: JSON to a request, a request to a reply, a reply to JSON. Encode
// takes what it writes from: the request and the reply, or the one that there is.
template <auto Decode, auto Run, auto Encode>
Result<std::string> handle(
    Universe& universe, const WatchedContext& context, JsonView json, RequestOutcome& outcome
) {
    STATOR_TRY(auto request, decoded<Decode>(context, json));
    using Request = decltype(request);
    auto reply = run_with<Run>(universe, context, request, outcome);
    if (reply.has_error()) return std::move(reply).error();
    using Reply = typename decltype(reply)::value_type;
    if constexpr (std::is_void_v<Reply>) {
        return Encode(request);
    } else {
        if (context.meter != nullptr) note(request, *reply, *context.meter);
        if constexpr (std::is_invocable_v<decltype(Encode), Request&, Reply&>) {
            return Encode(request, *reply);
        } else {
            return Encode(*reply);
        }
    }
}

Result<std::string>
describe_limits(Universe&, const WatchedContext&, JsonView request, RequestOutcome&) {
    STATOR_CHECK(protocol::operations::settings::decode_describe_limits(request));
    return protocol::operations::settings::encode_describe_limits();
}

Result<std::string>
describe_endpoints(Universe&, const WatchedContext& context, JsonView request, RequestOutcome&) {
    STATOR_CHECK(protocol::operations::settings::decode_describe_endpoints(request));
    return protocol::operations::settings::encode_describe_endpoints(context.host);
}

// Its reader says where a fault stands in the body.
Result<std::string>
search_vectors(Universe& universe, const WatchedContext& context, JsonView json, RequestOutcome&) {
    STATOR_TRY(
        const auto request, query::decode_search_vectors(json, context.body, reading_of(context))
    );
    STATOR_TRY(const auto reply, engine::operations::search_vectors(universe, context, request));
    return query::encode_search_vectors(request, reply);
}

Result<std::string>
list_global_tables(Universe&, const WatchedContext&, JsonView request, RequestOutcome&) {
    STATOR_CHECK(protocol::operations::replication::decode_list_global_tables(request));
    return protocol::operations::replication::encode_list_global_tables();
}

// The row of an operation that protocol knows; one that it does not know fails to compile.
consteval Operation row(
    std::string_view name, Handler handler, const Operation* in_lines = nullptr
) {
    const auto* traits = protocol::operations::find_operation_traits(name);
    using protocol::operations::Access;
    using protocol::operations::Plane;
    const bool changes_tables = traits->plane == Plane::Control && traits->access != Access::Reads;
    return {traits->name, traits->is_of_streams(), handler, in_lines, false, changes_tables};
}

// Not DynamoDB's: who asks for items in lines is spared an array that has to be taken apart.
consteval Operation row_in_lines(std::string_view name, Handler handler) {
    Operation operation = row(name, handler);
    operation.is_in_lines = true;
    return operation;
}

constexpr auto kQueryLines = query::encode_lines<query::QueryRequest>;
constexpr auto kQueryInLines =
    row_in_lines("Query", handle<query::decode_query, run::query, kQueryLines>);
constexpr auto kScanLines = query::encode_lines<query::ScanRequest>;
constexpr auto kScanInLines =
    row_in_lines("Scan", handle<query::decode_scan, run::scan, kScanLines>);

// Most frequent first: the search is linear, which beats hashing for this few names.
constexpr std::array kOperations = {
    row("GetItem", handle<items::decode_get_item, run::get_item, items::encode_get_item>),
    row("PutItem",
        handle<items::decode_put_item, run::put_item, items::encode_write<items::PutItemRequest>>),
    row("UpdateItem",
        handle<
            items::decode_update_item,
            run::update_item,
            items::encode_write<items::UpdateItemRequest>>),
    row("Query",
        handle<query::decode_query, run::query, query::encode_read<query::QueryRequest>>,
        &kQueryInLines),
    row("DeleteItem",
        handle<
            items::decode_delete_item,
            run::delete_item,
            items::encode_write<items::DeleteItemRequest>>),
    row("BatchWriteItem",
        handle<
            batch::decode_batch_write_item,
            run::batch_write_item,
            batch::encode_batch_write_item>),
    row("BatchGetItem",
        handle<batch::decode_batch_get_item, run::batch_get_item, batch::encode_batch_get_item>),
    row("Scan",
        handle<query::decode_scan, run::scan, query::encode_read<query::ScanRequest>>,
        &kScanInLines),
    row("TransactWriteItems",
        handle<
            transactions::decode_transact_write_items,
            run::transact_write_items,
            transactions::encode_transact_write_items>),
    row("TransactGetItems",
        handle<
            transactions::decode_transact_get_items,
            run::transact_get_items,
            transactions::encode_transact_get_items>),
    row("ExecuteStatement",
        handle<
            statements::decode_execute_statement,
            run::execute_statement,
            statements::encode_execute_statement>),
    row("BatchExecuteStatement",
        handle<
            statements::decode_batch_execute_statement,
            run::batch_execute_statement,
            statements::encode_batch_execute_statement>),
    row("ExecuteTransaction",
        handle<
            statements::decode_execute_transaction,
            run::execute_transaction,
            statements::encode_execute_transaction>),
    row("SearchVectors", search_vectors),
    row("DescribeTable",
        handle<
            tables::decode_describe_table,
            control::describe_table,
            tables::encode_describe_table>),
    row("CreateTable",
        handle<tables::decode_create_table, control::create_table, tables::encode_create_table>),
    row("UpdateTable",
        handle<tables::decode_update_table, control::update_table, tables::encode_update_table>),
    row("DeleteTable",
        handle<tables::decode_delete_table, control::delete_table, tables::encode_delete_table>),
    row("ListTables",
        handle<tables::decode_list_tables, control::list_tables, tables::encode_list_tables>),
    row("TagResource", handle<settings::decode_tag_resource, control::tag_resource, kNothing>),
    row("UntagResource",
        handle<settings::decode_untag_resource, control::untag_resource, kNothing>),
    row("ListTagsOfResource",
        handle<
            settings::decode_list_tags,
            control::list_tags_of_resource,
            settings::encode_list_tags>),
    row("UpdateTimeToLive",
        handle<
            settings::decode_update_time_to_live,
            control::update_time_to_live,
            settings::encode_update_time_to_live>),
    row("DescribeTimeToLive",
        handle<
            settings::decode_describe_time_to_live,
            control::describe_time_to_live,
            settings::encode_describe_time_to_live>),
    row("PutResourcePolicy",
        handle<
            policies::decode_put_resource_policy,
            control::put_resource_policy,
            policies::encode_policy_revision>),
    row("GetResourcePolicy",
        handle<
            policies::decode_get_resource_policy,
            control::get_resource_policy,
            policies::encode_get_resource_policy>),
    row("DeleteResourcePolicy",
        handle<
            policies::decode_delete_resource_policy,
            control::delete_resource_policy,
            policies::encode_policy_revision>),
    row("UpdateContributorInsights",
        handle<
            settings::decode_update_insights,
            control::update_contributor_insights,
            settings::encode_update_insights>),
    row("DescribeContributorInsights",
        handle<
            settings::decode_describe_insights,
            control::describe_contributor_insights,
            settings::encode_describe_insights>),
    row("ListContributorInsights",
        handle<
            settings::decode_list_insights,
            control::list_contributor_insights,
            settings::encode_list_insights>),
    row("EnableKinesisStreamingDestination",
        handle<
            settings::decode_enable_kinesis,
            control::enable_kinesis,
            settings::encode_enable_kinesis>),
    row("DisableKinesisStreamingDestination",
        handle<
            settings::decode_disable_kinesis,
            control::disable_kinesis,
            settings::encode_disable_kinesis>),
    row("UpdateKinesisStreamingDestination",
        handle<
            settings::decode_update_kinesis,
            control::update_kinesis,
            settings::encode_update_kinesis>),
    row("DescribeKinesisStreamingDestination",
        handle<
            settings::decode_describe_kinesis,
            control::describe_kinesis,
            settings::encode_describe_kinesis>),
    row("GetRecords",
        handle<streams::decode_get_records, run::get_records, streams::encode_get_records>),
    row("GetShardIterator",
        handle<
            streams::decode_get_shard_iterator,
            run::get_shard_iterator,
            streams::encode_get_shard_iterator>),
    row("DescribeStream",
        handle<
            streams::decode_describe_stream,
            run::describe_stream,
            streams::encode_describe_stream>),
    row("ListStreams",
        handle<streams::decode_list_streams, run::list_streams, streams::encode_list_streams>),
    row("CreateBackup",
        handle<
            backups::decode_create_backup,
            control::create_backup,
            backups::encode_create_backup>),
    row("DescribeBackup",
        handle<
            backups::decode_describe_backup,
            control::describe_backup,
            backups::encode_backup_description>),
    row("DeleteBackup",
        handle<
            backups::decode_delete_backup,
            control::delete_backup,
            backups::encode_backup_description>),
    row("ListBackups",
        handle<backups::decode_list_backups, control::list_backups, backups::encode_list_backups>),
    row("UpdateContinuousBackups",
        handle<
            backups::decode_update_continuous_backups,
            control::update_continuous_backups,
            backups::encode_continuous_backups>),
    row("DescribeContinuousBackups",
        handle<
            backups::decode_describe_continuous_backups,
            control::describe_continuous_backups,
            backups::encode_continuous_backups>),
    row("ExportTableToPointInTime",
        handle<
            transfers::decode_export_table,
            control::export_table,
            transfers::encode_export_description>),
    row("DescribeExport",
        handle<
            transfers::decode_describe_export,
            control::describe_export,
            transfers::encode_export_description>),
    row("ListExports",
        handle<
            transfers::decode_list_exports,
            control::list_exports,
            transfers::encode_list_exports>),
    row("ImportTable",
        handle<
            transfers::decode_import_table,
            control::import_table,
            transfers::encode_import_description>),
    row("DescribeImport",
        handle<
            transfers::decode_describe_import,
            control::describe_import,
            transfers::encode_import_description>),
    row("ListImports",
        handle<
            transfers::decode_list_imports,
            control::list_imports,
            transfers::encode_list_imports>),
    row("StartBulkPutItems",
        handle<
            transfers::decode_start_bulk_put_items,
            control::start_bulk_put_items,
            transfers::encode_bulk_description>),
    row("DescribeBulkOperation",
        handle<
            transfers::decode_bulk_operation_arn,
            control::describe_bulk_operation,
            transfers::encode_bulk_description>),
    row("ListBulkOperations",
        handle<
            transfers::decode_list_bulk_operations,
            control::list_bulk_operations,
            transfers::encode_list_bulk_operations>),
    row("CancelBulkOperation",
        handle<
            transfers::decode_bulk_operation_arn,
            control::cancel_bulk_operation,
            transfers::encode_cancelled_bulk_operation>),
    row("RestoreTableFromBackup",
        handle<
            backups::decode_restore_from_backup,
            control::restore_table_from_backup,
            tables::encode_restored_table>),
    row("RestoreTableToPointInTime",
        handle<
            backups::decode_restore_to_point_in_time,
            control::restore_table_to_point_in_time,
            tables::encode_restored_table>),
    row("CreateGlobalTable",
        handle<replication::decode_create_global_table, control::create_global_table, kNothing>),
    row("UpdateGlobalTable",
        handle<replication::decode_update_global_table, control::no_global_table, kNothing>),
    row("DescribeGlobalTable",
        handle<replication::decode_describe_global_table, control::no_global_table, kNothing>),
    row("ListGlobalTables", list_global_tables),
    row("UpdateGlobalTableSettings",
        handle<
            replication::decode_update_global_table_settings,
            control::no_global_table,
            kNothing>),
    row("DescribeGlobalTableSettings",
        handle<
            replication::decode_describe_global_table_settings,
            control::no_global_table,
            kNothing>),
    row("UpdateTableReplicaAutoScaling",
        handle<
            replication::decode_update_replica_auto_scaling,
            control::update_table_replica_auto_scaling,
            replication::encode_table_auto_scaling>),
    row("DescribeTableReplicaAutoScaling",
        handle<
            replication::decode_describe_replica_auto_scaling,
            control::describe_table_replica_auto_scaling,
            replication::encode_table_auto_scaling>),
    row("DescribeLimits", describe_limits),
    row("DescribeEndpoints", describe_endpoints),
};

}  // namespace

Result<std::string> batch_execute_statement_without(
    const RefusedStatements& refused,
    Universe& universe,
    const WatchedContext& context,
    JsonView json,
    RequestOutcome& outcome
) {
    STATOR_TRY(auto request, statements::decode_batch_execute_statement(json));
    for (std::size_t i = 0; i < refused.size() && i < request.statements.size(); ++i) {
        if (refused[i]) request.statements[i].statement = *refused[i];
    }
    STATOR_TRY(const auto reply, run::batch_execute_statement(universe, context, request, outcome));
    if (context.meter != nullptr) note(request, reply, *context.meter);
    return statements::encode_batch_execute_statement(request, reply);
}

const Operation* find_operation(std::string_view name, bool streams) {
    for (const Operation& operation : kOperations) {
        if (operation.name == name && operation.streams == streams) return &operation;
    }
    return nullptr;
}

}  // namespace stator::emulator::operations
