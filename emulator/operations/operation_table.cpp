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
#include "protocol/operations/replication/global_tables.hpp"
#include "protocol/operations/settings/account.hpp"

namespace stator::emulator::operations {
namespace {

namespace control = engine::operations::control;
namespace run = engine::operations;
using namespace protocol::operations;  // the families, each with decode_… and encode_…

using engine::RequestOutcome;
using engine::faults::WatchedContext;
using engine::universes::Call;
using engine::universes::Universe;
using protocol::Result;
using protocol::wire::JsonView;

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

// The handler of an operation: decodes the JSON into a request, runs it, and encodes the reply as
// JSON. Encode takes the request and the reply, or only one of them.
template <auto Decode, auto Run, auto Encode>
Result<std::string> handle(
    Universe& universe, const WatchedContext& context, JsonView json, RequestOutcome& outcome
) {
    STATOR_TRY(auto request, decoded<Decode>(context, json));
    using Request = decltype(request);
    auto reply = Run(Call{universe, context, outcome}, request);
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

// Separate because its decoder also needs the body's text, for the position of an error.
Result<std::string> search_vectors(
    Universe& universe, const WatchedContext& context, JsonView json, RequestOutcome& outcome
) {
    STATOR_TRY(
        const auto request, query::decode_search_vectors(json, context.body, reading_of(context))
    );
    STATOR_TRY(const auto reply, run::search_vectors(Call{universe, context, outcome}, request));
    return query::encode_search_vectors(request, reply);
}

Result<std::string>
list_global_tables(Universe&, const WatchedContext&, JsonView request, RequestOutcome&) {
    STATOR_CHECK(protocol::operations::replication::decode_list_global_tables(request));
    return protocol::operations::replication::encode_list_global_tables();
}

constexpr Operation row_of(const OperationTraits& traits, Handler handler) {
    const bool changes_tables = traits.plane == Plane::Control && traits.access != Access::Reads;
    return {traits.name, traits.is_of_streams(), handler, nullptr, false, changes_tables};
}

// Returns the row of an operation with the usual handler.
template <const auto& Spec, auto Run>
consteval Operation row(const Operation* in_lines = nullptr) {
    using Given = std::remove_cvref_t<decltype(Spec)>;
    Operation operation = row_of(Spec.traits, handle<Given::decode, Run, Given::encode>);
    operation.in_lines = in_lines;
    return operation;
}

// Returns the row of an operation with its own handler.
template <const auto& Spec>
consteval Operation row(Handler handler) {
    return row_of(Spec.traits, handler);
}

// Not part of DynamoDB: JSON lines spare clients from parsing a large array.
template <const auto& Spec, auto Run, auto Encode>
consteval Operation row_in_lines() {
    using Given = std::remove_cvref_t<decltype(Spec)>;
    Operation operation = row_of(Spec.traits, handle<Given::decode, Run, Encode>);
    operation.is_in_lines = true;
    return operation;
}

constexpr auto kQueryInLines =
    row_in_lines<query::kQuery, run::query, query::encode_lines<query::QueryRequest>>();
constexpr auto kScanInLines =
    row_in_lines<query::kScan, run::scan, query::encode_lines<query::ScanRequest>>();

// Most frequent first: the search is linear, which is faster than hashing for so few names.
constexpr std::array kOperations = {
    row<items::kGetItem, run::get_item>(),
    row<items::kPutItem, run::put_item>(),
    row<items::kUpdateItem, run::update_item>(),
    row<query::kQuery, run::query>(&kQueryInLines),
    row<items::kDeleteItem, run::delete_item>(),
    row<batch::kBatchWriteItem, run::batch_write_item>(),
    row<batch::kBatchGetItem, run::batch_get_item>(),
    row<query::kScan, run::scan>(&kScanInLines),
    row<transactions::kTransactWriteItems, run::transact_write_items>(),
    row<transactions::kTransactGetItems, run::transact_get_items>(),
    row<statements::kExecuteStatement, run::execute_statement>(),
    row<statements::kBatchExecuteStatement, run::batch_execute_statement>(),
    row<statements::kExecuteTransaction, run::execute_transaction>(),
    row<query::kSearchVectors>(search_vectors),
    row<tables::kDescribeTable, control::describe_table>(),
    row<tables::kCreateTable, control::create_table>(),
    row<tables::kUpdateTable, control::update_table>(),
    row<tables::kDeleteTable, control::delete_table>(),
    row<tables::kListTables, control::list_tables>(),
    row<settings::kTagResource, control::tag_resource>(),
    row<settings::kUntagResource, control::untag_resource>(),
    row<settings::kListTagsOfResource, control::list_tags_of_resource>(),
    row<settings::kUpdateTimeToLive, control::update_time_to_live>(),
    row<settings::kDescribeTimeToLive, control::describe_time_to_live>(),
    row<policies::kPutResourcePolicy, control::put_resource_policy>(),
    row<policies::kGetResourcePolicy, control::get_resource_policy>(),
    row<policies::kDeleteResourcePolicy, control::delete_resource_policy>(),
    row<settings::kUpdateContributorInsights, control::update_contributor_insights>(),
    row<settings::kDescribeContributorInsights, control::describe_contributor_insights>(),
    row<settings::kListContributorInsights, control::list_contributor_insights>(),
    row<settings::kEnableKinesisStreamingDestination, control::enable_kinesis>(),
    row<settings::kDisableKinesisStreamingDestination, control::disable_kinesis>(),
    row<settings::kUpdateKinesisStreamingDestination, control::update_kinesis>(),
    row<settings::kDescribeKinesisStreamingDestination, control::describe_kinesis>(),
    row<streams::kGetRecords, run::get_records>(),
    row<streams::kGetShardIterator, run::get_shard_iterator>(),
    row<streams::kDescribeStream, run::describe_stream>(),
    row<streams::kListStreams, run::list_streams>(),
    row<backups::kCreateBackup, control::create_backup>(),
    row<backups::kDescribeBackup, control::describe_backup>(),
    row<backups::kDeleteBackup, control::delete_backup>(),
    row<backups::kListBackups, control::list_backups>(),
    row<backups::kUpdateContinuousBackups, control::update_continuous_backups>(),
    row<backups::kDescribeContinuousBackups, control::describe_continuous_backups>(),
    row<transfers::kExportTableToPointInTime, control::export_table>(),
    row<transfers::kDescribeExport, control::describe_export>(),
    row<transfers::kListExports, control::list_exports>(),
    row<transfers::kImportTable, control::import_table>(),
    row<transfers::kDescribeImport, control::describe_import>(),
    row<transfers::kListImports, control::list_imports>(),
    row<transfers::kStartBulkPutItems, control::start_bulk_put_items>(),
    row<transfers::kDescribeBulkOperation, control::describe_bulk_operation>(),
    row<transfers::kListBulkOperations, control::list_bulk_operations>(),
    row<transfers::kCancelBulkOperation, control::cancel_bulk_operation>(),
    row<backups::kRestoreTableFromBackup, control::restore_table_from_backup>(),
    row<backups::kRestoreTableToPointInTime, control::restore_table_to_point_in_time>(),
    row<replication::kCreateGlobalTable, control::create_global_table>(),
    row<replication::kUpdateGlobalTable, control::no_global_table>(),
    row<replication::kDescribeGlobalTable, control::no_global_table>(),
    row<replication::kListGlobalTables>(list_global_tables),
    row<replication::kUpdateGlobalTableSettings, control::no_global_table>(),
    row<replication::kDescribeGlobalTableSettings, control::no_global_table>(),
    row<replication::kUpdateTableReplicaAutoScaling, control::update_table_replica_auto_scaling>(),
    row<replication::kDescribeTableReplicaAutoScaling,
        control::describe_table_replica_auto_scaling>(),
    row<settings::kDescribeLimits>(describe_limits),
    row<settings::kDescribeEndpoints>(describe_endpoints),
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
    STATOR_TRY(
        const auto reply, run::batch_execute_statement(Call{universe, context, outcome}, request)
    );
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
