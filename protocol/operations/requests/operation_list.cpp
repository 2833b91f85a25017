#include "protocol/operations/requests/operation_list.hpp"

#include <array>

#include "protocol/operations/backups/backups.hpp"
#include "protocol/operations/backups/continuous_backups.hpp"
#include "protocol/operations/backups/restores.hpp"
#include "protocol/operations/batch/batch.hpp"
#include "protocol/operations/items/items.hpp"
#include "protocol/operations/policies/policies.hpp"
#include "protocol/operations/query/query.hpp"
#include "protocol/operations/query/search_vectors.hpp"
#include "protocol/operations/replication/auto_scaling.hpp"
#include "protocol/operations/replication/global_tables.hpp"
#include "protocol/operations/settings/account.hpp"
#include "protocol/operations/settings/insights.hpp"
#include "protocol/operations/settings/kinesis.hpp"
#include "protocol/operations/settings/tags.hpp"
#include "protocol/operations/settings/time_to_live.hpp"
#include "protocol/operations/statements/statements.hpp"
#include "protocol/operations/streams/streams.hpp"
#include "protocol/operations/tables/tables.hpp"
#include "protocol/operations/transactions/transactions.hpp"
#include "protocol/operations/transfers/bulk.hpp"
#include "protocol/operations/transfers/exports.hpp"
#include "protocol/operations/transfers/imports.hpp"

namespace stator::protocol::operations::requests {
namespace {

template <class Spec>
constexpr ListedOperation listed(const Spec& spec) {
    return {spec.traits, spec.shape};
}

constexpr std::array kOperations = {
    listed(items::kGetItem),
    listed(items::kPutItem),
    listed(items::kUpdateItem),
    listed(items::kDeleteItem),
    listed(query::kQuery),
    listed(query::kScan),
    listed(batch::kBatchGetItem),
    listed(batch::kBatchWriteItem),
    listed(transactions::kTransactGetItems),
    listed(transactions::kTransactWriteItems),
    listed(statements::kExecuteStatement),
    listed(statements::kBatchExecuteStatement),
    listed(statements::kExecuteTransaction),
    listed(query::kSearchVectors),
    listed(streams::kGetRecords),
    listed(streams::kGetShardIterator),
    listed(streams::kDescribeStream),
    listed(streams::kListStreams),
    listed(tables::kDescribeTable),
    listed(tables::kCreateTable),
    listed(tables::kUpdateTable),
    listed(tables::kDeleteTable),
    listed(tables::kListTables),
    listed(settings::kTagResource),
    listed(settings::kUntagResource),
    listed(settings::kListTagsOfResource),
    listed(settings::kUpdateTimeToLive),
    listed(settings::kDescribeTimeToLive),
    listed(policies::kPutResourcePolicy),
    listed(policies::kGetResourcePolicy),
    listed(policies::kDeleteResourcePolicy),
    listed(settings::kUpdateContributorInsights),
    listed(settings::kDescribeContributorInsights),
    listed(settings::kListContributorInsights),
    listed(settings::kEnableKinesisStreamingDestination),
    listed(settings::kDisableKinesisStreamingDestination),
    listed(settings::kUpdateKinesisStreamingDestination),
    listed(settings::kDescribeKinesisStreamingDestination),
    listed(backups::kCreateBackup),
    listed(backups::kDescribeBackup),
    listed(backups::kDeleteBackup),
    listed(backups::kListBackups),
    listed(backups::kUpdateContinuousBackups),
    listed(backups::kDescribeContinuousBackups),
    listed(transfers::kExportTableToPointInTime),
    listed(transfers::kDescribeExport),
    listed(transfers::kListExports),
    listed(transfers::kImportTable),
    listed(transfers::kDescribeImport),
    listed(transfers::kListImports),
    listed(transfers::kStartBulkPutItems),
    listed(transfers::kDescribeBulkOperation),
    listed(transfers::kListBulkOperations),
    listed(transfers::kCancelBulkOperation),
    listed(backups::kRestoreTableFromBackup),
    listed(backups::kRestoreTableToPointInTime),
    listed(replication::kCreateGlobalTable),
    listed(replication::kUpdateGlobalTable),
    listed(replication::kDescribeGlobalTable),
    listed(replication::kListGlobalTables),
    listed(replication::kUpdateGlobalTableSettings),
    listed(replication::kDescribeGlobalTableSettings),
    listed(replication::kUpdateTableReplicaAutoScaling),
    listed(replication::kDescribeTableReplicaAutoScaling),
    listed(settings::kDescribeLimits),
    listed(settings::kDescribeEndpoints),
};

}  // namespace

std::span<const ListedOperation> all_operations() {
    return kOperations;
}

const ListedOperation* find_operation(std::string_view name) {
    for (const ListedOperation& operation : kOperations) {
        if (operation.traits.name == name) return &operation;
    }
    return nullptr;
}

const OperationTraits* find_operation_traits(std::string_view name) {
    const ListedOperation* operation = find_operation(name);
    return operation == nullptr ? nullptr : &operation->traits;
}

bool is_operation(std::string_view name) {
    return find_operation(name) != nullptr;
}

bool is_transaction(std::string_view name) {
    const ListedOperation* operation = find_operation(name);
    return operation != nullptr && operation->traits.is_transaction;
}

}  // namespace stator::protocol::operations::requests
