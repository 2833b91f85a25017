// OperationTraits: the properties of DynamoDB's operations that other code depends on. Data only.
//
// A new operation is declared in this one place: code that treats operations differently (faults,
// throttling, reports, the table of handlers) looks up their traits instead of keeping lists of
// names.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace stator::protocol::operations {

// Data: operations on items. Streams: those of DynamoDBStreams_20120810, which has a target of its
// own. Control: operations on tables and their settings.
enum class Plane : unsigned char { Data, Streams, Control };

// Either: a PartiQL statement can read or write.
enum class Access : unsigned char { Reads, Writes, Either };

// The members that say where the next page begins: one in the reply, one in the request for that
// page. AWS: the reply to a statement has a LastEvaluatedKey too, but no request accepts it.
// [case ExecuteStatement/next_token]
struct PageMembers {
    std::string_view reply;
    std::string_view request;
};

inline constexpr PageMembers kKeyPage{"LastEvaluatedKey", "ExclusiveStartKey"};
inline constexpr PageMembers kTokenPage{"NextToken", "NextToken"};

struct OperationTraits {
    std::string_view name;
    Plane plane = Plane::Control;
    Access access = Access::Reads;
    // Set for operations that read items page by page.
    std::optional<PageMembers> page = {};
    // The member of the reply that returns what a batch did not process; "" for an operation that
    // is not a batch.
    std::string_view unprocessed = {};
    // All of its actions are done, or none: it is a transaction.
    bool is_transaction = false;

    constexpr bool is_of_streams() const { return plane == Plane::Streams; }

    constexpr bool is_batch() const { return !unprocessed.empty(); }

    // The operation, or a part of it, fails with a TransactionConflict while a transaction works on
    // its items. AWS: reads that are no transactions do not, nor does a BatchWriteItem.
    constexpr bool meets_transactions() const {
        const bool can_conflict = access != Access::Reads || is_transaction;
        return plane == Plane::Data && can_conflict && !is_batch();
    }
};

// An operation on tables and their settings.
constexpr OperationTraits control(std::string_view name, Access access) {
    return {.name = name, .plane = Plane::Control, .access = access};
}

// Every operation that Stator answers. Operations on items come first, the most frequent of them
// first.
inline constexpr std::array kOperationTraits = {
    OperationTraits{.name = "GetItem", .plane = Plane::Data, .access = Access::Reads},
    OperationTraits{.name = "PutItem", .plane = Plane::Data, .access = Access::Writes},
    OperationTraits{.name = "UpdateItem", .plane = Plane::Data, .access = Access::Writes},
    OperationTraits{.name = "DeleteItem", .plane = Plane::Data, .access = Access::Writes},
    OperationTraits{
        .name = "Query", .plane = Plane::Data, .access = Access::Reads, .page = kKeyPage},
    OperationTraits{
        .name = "Scan", .plane = Plane::Data, .access = Access::Reads, .page = kKeyPage},
    OperationTraits{
        .name = "BatchGetItem",
        .plane = Plane::Data,
        .access = Access::Reads,
        .unprocessed = "UnprocessedKeys"},
    OperationTraits{
        .name = "BatchWriteItem",
        .plane = Plane::Data,
        .access = Access::Writes,
        .unprocessed = "UnprocessedItems"},
    OperationTraits{
        .name = "TransactGetItems",
        .plane = Plane::Data,
        .access = Access::Reads,
        .is_transaction = true},
    OperationTraits{
        .name = "TransactWriteItems",
        .plane = Plane::Data,
        .access = Access::Writes,
        .is_transaction = true},
    OperationTraits{
        .name = "ExecuteStatement",
        .plane = Plane::Data,
        .access = Access::Either,
        .page = kTokenPage},
    OperationTraits{
        .name = "BatchExecuteStatement", .plane = Plane::Data, .access = Access::Either},
    OperationTraits{
        .name = "ExecuteTransaction",
        .plane = Plane::Data,
        .access = Access::Either,
        .is_transaction = true},
    OperationTraits{.name = "SearchVectors", .plane = Plane::Data, .access = Access::Reads},
    OperationTraits{.name = "GetRecords", .plane = Plane::Streams, .access = Access::Reads},
    OperationTraits{.name = "GetShardIterator", .plane = Plane::Streams, .access = Access::Reads},
    OperationTraits{.name = "DescribeStream", .plane = Plane::Streams, .access = Access::Reads},
    OperationTraits{.name = "ListStreams", .plane = Plane::Streams, .access = Access::Reads},
    control("DescribeTable", Access::Reads),
    control("CreateTable", Access::Writes),
    control("UpdateTable", Access::Writes),
    control("DeleteTable", Access::Writes),
    control("ListTables", Access::Reads),
    control("TagResource", Access::Writes),
    control("UntagResource", Access::Writes),
    control("ListTagsOfResource", Access::Reads),
    control("UpdateTimeToLive", Access::Writes),
    control("DescribeTimeToLive", Access::Reads),
    control("PutResourcePolicy", Access::Writes),
    control("GetResourcePolicy", Access::Reads),
    control("DeleteResourcePolicy", Access::Writes),
    control("UpdateContributorInsights", Access::Writes),
    control("DescribeContributorInsights", Access::Reads),
    control("ListContributorInsights", Access::Reads),
    control("EnableKinesisStreamingDestination", Access::Writes),
    control("DisableKinesisStreamingDestination", Access::Writes),
    control("UpdateKinesisStreamingDestination", Access::Writes),
    control("DescribeKinesisStreamingDestination", Access::Reads),
    control("CreateBackup", Access::Writes),
    control("DescribeBackup", Access::Reads),
    control("DeleteBackup", Access::Writes),
    control("ListBackups", Access::Reads),
    control("UpdateContinuousBackups", Access::Writes),
    control("DescribeContinuousBackups", Access::Reads),
    control("ExportTableToPointInTime", Access::Writes),
    control("DescribeExport", Access::Reads),
    control("ListExports", Access::Reads),
    control("ImportTable", Access::Writes),
    control("DescribeImport", Access::Reads),
    control("ListImports", Access::Reads),
    control("StartBulkPutItems", Access::Writes),
    control("DescribeBulkOperation", Access::Reads),
    control("ListBulkOperations", Access::Reads),
    control("CancelBulkOperation", Access::Writes),
    control("RestoreTableFromBackup", Access::Writes),
    control("RestoreTableToPointInTime", Access::Writes),
    control("CreateGlobalTable", Access::Writes),
    control("UpdateGlobalTable", Access::Writes),
    control("DescribeGlobalTable", Access::Reads),
    control("ListGlobalTables", Access::Reads),
    control("UpdateGlobalTableSettings", Access::Writes),
    control("DescribeGlobalTableSettings", Access::Reads),
    control("UpdateTableReplicaAutoScaling", Access::Writes),
    control("DescribeTableReplicaAutoScaling", Access::Reads),
    control("DescribeLimits", Access::Reads),
    control("DescribeEndpoints", Access::Reads),
};

// The traits of the operation with that name, or null. Names are case-sensitive.
constexpr const OperationTraits* find_operation_traits(std::string_view name) {
    for (const OperationTraits& traits : kOperationTraits) {
        if (traits.name == name) return &traits;
    }
    return nullptr;
}

constexpr bool is_transaction(std::string_view name) {
    const OperationTraits* traits = find_operation_traits(name);
    return traits != nullptr && traits->is_transaction;
}

constexpr bool is_operation(std::string_view name) {
    return find_operation_traits(name) != nullptr;
}

}  // namespace stator::protocol::operations
