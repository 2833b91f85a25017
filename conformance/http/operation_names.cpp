#include "conformance/http/operation_names.hpp"

#include <algorithm>
#include <array>

#include "conformance/http/http_message.hpp"

namespace stator::conformance {
namespace {

constexpr std::array<std::string_view, 4> kStreamsOperations{
    "DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"};

// [https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB.html]
constexpr auto kOperations = std::to_array<std::string_view>({
    "BatchExecuteStatement",
    "BatchGetItem",
    "BatchWriteItem",
    "CreateBackup",
    "CreateGlobalTable",
    "CreateTable",
    "DeleteBackup",
    "DeleteItem",
    "DeleteResourcePolicy",
    "DeleteTable",
    "DescribeBackup",
    "DescribeContinuousBackups",
    "DescribeContributorInsights",
    "DescribeEndpoints",
    "DescribeExport",
    "DescribeGlobalTable",
    "DescribeGlobalTableSettings",
    "DescribeImport",
    "DescribeKinesisStreamingDestination",
    "DescribeLimits",
    "DescribeTable",
    "DescribeTableReplicaAutoScaling",
    "DescribeTimeToLive",
    "DisableKinesisStreamingDestination",
    "EnableKinesisStreamingDestination",
    "ExecuteStatement",
    "ExecuteTransaction",
    "ExportTableToPointInTime",
    "GetItem",
    "GetResourcePolicy",
    "ImportTable",
    "ListBackups",
    "ListContributorInsights",
    "ListExports",
    "ListGlobalTables",
    "ListImports",
    "ListTables",
    "ListTagsOfResource",
    "PutItem",
    "PutResourcePolicy",
    "Query",
    "RestoreTableFromBackup",
    "RestoreTableToPointInTime",
    "Scan",
    "TagResource",
    "TransactGetItems",
    "TransactWriteItems",
    "UntagResource",
    "UpdateContinuousBackups",
    "UpdateContributorInsights",
    "UpdateGlobalTable",
    "UpdateGlobalTableSettings",
    "UpdateItem",
    "UpdateKinesisStreamingDestination",
    "UpdateTable",
    "UpdateTableReplicaAutoScaling",
    "UpdateTimeToLive",
});

}  // namespace

std::optional<std::string> find_operation(std::string_view name) {
    const auto is_it = [&](std::string_view known) { return equal_ignoring_case(known, name); };
    const auto* const found = std::find_if(kOperations.begin(), kOperations.end(), is_it);
    if (found != kOperations.end()) return std::string(*found);
    const auto* const streams =
        std::find_if(kStreamsOperations.begin(), kStreamsOperations.end(), is_it);
    if (streams != kStreamsOperations.end()) return std::string(*streams);
    return std::nullopt;
}

bool is_streams_operation(std::string_view operation) {
    return std::find(kStreamsOperations.begin(), kStreamsOperations.end(), operation) !=
           kStreamsOperations.end();
}

}  // namespace stator::conformance
