#include "protocol/operations/requests/request_shapes.hpp"

#include <algorithm>
#include <array>

#include "protocol/operations/backups/backups.hpp"
#include "protocol/operations/backups/continuous_backups.hpp"
#include "protocol/operations/backups/restores.hpp"
#include "protocol/operations/batch/batch.hpp"
#include "protocol/operations/items/item_shapes.hpp"
#include "protocol/operations/operation_traits.hpp"
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
#include "protocol/operations/tables/table_shapes.hpp"
#include "protocol/operations/tables/tables.hpp"
#include "protocol/operations/transactions/transactions.hpp"
#include "protocol/operations/transfers/bulk.hpp"
#include "protocol/operations/transfers/exports.hpp"
#include "protocol/operations/transfers/imports.hpp"

namespace stator::protocol::operations::requests {
namespace {

struct RequestShape {
    std::string_view operation;
    const wire::Shape* shape;
};

constexpr std::array kRequestShapes = {
    RequestShape{"GetItem", &items::kGetItemShape},
    RequestShape{"PutItem", &items::kPutItemShape},
    RequestShape{"UpdateItem", &items::kUpdateItemShape},
    RequestShape{"DeleteItem", &items::kDeleteItemShape},
    RequestShape{"Query", &query::kQueryShape},
    RequestShape{"Scan", &query::kScanShape},
    RequestShape{"BatchGetItem", &batch::kBatchGetItemShape},
    RequestShape{"BatchWriteItem", &batch::kBatchWriteItemShape},
    RequestShape{"TransactGetItems", &transactions::kTransactGetItemsShape},
    RequestShape{"TransactWriteItems", &transactions::kTransactWriteItemsShape},
    RequestShape{"ExecuteStatement", &statements::kExecuteStatementShape},
    RequestShape{"BatchExecuteStatement", &statements::kBatchExecuteStatementShape},
    RequestShape{"ExecuteTransaction", &statements::kExecuteTransactionShape},
    RequestShape{"SearchVectors", &query::kSearchVectorsShape},
    RequestShape{"GetRecords", &streams::kGetRecordsShape},
    RequestShape{"GetShardIterator", &streams::kGetShardIteratorShape},
    RequestShape{"DescribeStream", &streams::kDescribeStreamShape},
    RequestShape{"ListStreams", &streams::kListStreamsShape},
    RequestShape{"DescribeTable", &tables::shapes::kTableName},
    RequestShape{"CreateTable", &tables::shapes::kCreateTable},
    RequestShape{"UpdateTable", &tables::shapes::kUpdateTable},
    RequestShape{"DeleteTable", &tables::shapes::kTableName},
    RequestShape{"ListTables", &tables::kListTablesShape},
    RequestShape{"TagResource", &settings::kTagResourceShape},
    RequestShape{"UntagResource", &settings::kUntagResourceShape},
    RequestShape{"ListTagsOfResource", &settings::kListTagsShape},
    RequestShape{"UpdateTimeToLive", &settings::kUpdateTimeToLiveShape},
    RequestShape{"DescribeTimeToLive", &settings::kDescribeTimeToLiveShape},
    RequestShape{"PutResourcePolicy", &policies::kPutResourcePolicyShape},
    RequestShape{"GetResourcePolicy", &policies::kGetResourcePolicyShape},
    RequestShape{"DeleteResourcePolicy", &policies::kDeleteResourcePolicyShape},
    RequestShape{"UpdateContributorInsights", &settings::kUpdateInsightsShape},
    RequestShape{"DescribeContributorInsights", &settings::kDescribeInsightsShape},
    RequestShape{"ListContributorInsights", &settings::kListInsightsShape},
    RequestShape{"EnableKinesisStreamingDestination", &settings::kEnableKinesisShape},
    RequestShape{"DisableKinesisStreamingDestination", &settings::kDisableKinesisShape},
    RequestShape{"UpdateKinesisStreamingDestination", &settings::kUpdateKinesisShape},
    RequestShape{"DescribeKinesisStreamingDestination", &settings::kDescribeKinesisShape},
    RequestShape{"CreateBackup", &backups::kCreateBackupShape},
    RequestShape{"DescribeBackup", &backups::kOneBackupShape},
    RequestShape{"DeleteBackup", &backups::kOneBackupShape},
    RequestShape{"ListBackups", &backups::kListBackupsShape},
    RequestShape{"UpdateContinuousBackups", &backups::kUpdateContinuousBackupsShape},
    RequestShape{"DescribeContinuousBackups", &backups::kDescribeContinuousBackupsShape},
    RequestShape{"ExportTableToPointInTime", &transfers::kExportTableShape},
    RequestShape{"DescribeExport", &transfers::kDescribeExportShape},
    RequestShape{"ListExports", &transfers::kListExportsShape},
    RequestShape{"ImportTable", &transfers::kImportTableShape},
    RequestShape{"DescribeImport", &transfers::kDescribeImportShape},
    RequestShape{"ListImports", &transfers::kListImportsShape},
    RequestShape{"StartBulkPutItems", &transfers::kStartBulkPutItemsShape},
    RequestShape{"DescribeBulkOperation", &transfers::kBulkOperationArnShape},
    RequestShape{"ListBulkOperations", &transfers::kListBulkOperationsShape},
    RequestShape{"CancelBulkOperation", &transfers::kBulkOperationArnShape},
    RequestShape{"RestoreTableFromBackup", &backups::kRestoreFromBackupShape},
    RequestShape{"RestoreTableToPointInTime", &backups::kRestoreToPointInTimeShape},
    RequestShape{"CreateGlobalTable", &replication::kCreateGlobalTableShape},
    RequestShape{"UpdateGlobalTable", &replication::kUpdateGlobalTableShape},
    RequestShape{"DescribeGlobalTable", &replication::kGlobalTableNameShape},
    RequestShape{"ListGlobalTables", &replication::kListGlobalTablesShape},
    RequestShape{"UpdateGlobalTableSettings", &replication::kUpdateGlobalTableSettingsShape},
    RequestShape{"DescribeGlobalTableSettings", &replication::kGlobalTableNameShape},
    RequestShape{"UpdateTableReplicaAutoScaling", &replication::kUpdateReplicaAutoScalingShape},
    RequestShape{"DescribeTableReplicaAutoScaling", &replication::kDescribeReplicaAutoScalingShape},
    RequestShape{"DescribeLimits", &settings::kDescribeAccountShape},
    RequestShape{"DescribeEndpoints", &settings::kDescribeAccountShape},
};

constexpr bool has_shape(const OperationTraits& traits) {
    return std::ranges::any_of(kRequestShapes, [&traits](const RequestShape& row) {
        return row.operation == traits.name;
    });
}

static_assert(std::ranges::all_of(kOperationTraits, has_shape), "an operation lacks its shape");

}  // namespace

const wire::Shape* find_request_shape(std::string_view operation) {
    for (const RequestShape& row : kRequestShapes) {
        if (row.operation == operation) return row.shape;
    }
    return nullptr;
}

}  // namespace stator::protocol::operations::requests
