// OperationTraits: what DynamoDB's operations are, apart from what they do. Data only.
//
// Whoever treats operations alike or unlike (faults, throttling, reports, the table of handlers)
// asks here, so that a new operation is declared in one place.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace stator::protocol::operations {

// Data: items. Streams: DynamoDBStreams_20120810, which has a target of its own. Control: tables
// and what belongs to them.
enum class Plane : unsigned char { Data, Streams, Control };

// A PartiQL statement may be either.
enum class Access : unsigned char { Reads, Writes, Either };

// Where a page begins: what names it in the reply before, and in the request for it. AWS: the reply
// to a statement has a LastEvaluatedKey too, which no request can give back.
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
    // Of operations that read items page by page.
    std::optional<PageMembers> page = {};
    // The member of a reply that gives back what a batch did not do; "" for what is no batch.
    std::string_view unprocessed = {};
    // A transaction that works on its items refuses it by a TransactionConflict.
    bool meets_transactions = false;

    constexpr bool is_of_streams() const { return plane == Plane::Streams; }

    constexpr bool is_batch() const { return !unprocessed.empty(); }
};

// Every operation that is answered; those on items first, the most frequent of them first.
inline constexpr std::array kOperationTraits = {
    OperationTraits{.name = "GetItem", .plane = Plane::Data, .access = Access::Reads},
    OperationTraits{
        .name = "PutItem",
        .plane = Plane::Data,
        .access = Access::Writes,
        .meets_transactions = true},
    OperationTraits{
        .name = "UpdateItem",
        .plane = Plane::Data,
        .access = Access::Writes,
        .meets_transactions = true},
    OperationTraits{
        .name = "DeleteItem",
        .plane = Plane::Data,
        .access = Access::Writes,
        .meets_transactions = true},
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
    OperationTraits{.name = "TransactGetItems", .plane = Plane::Data, .access = Access::Reads},
    OperationTraits{
        .name = "TransactWriteItems",
        .plane = Plane::Data,
        .access = Access::Writes,
        .meets_transactions = true},
    OperationTraits{
        .name = "ExecuteStatement",
        .plane = Plane::Data,
        .access = Access::Either,
        .page = kTokenPage},
    OperationTraits{
        .name = "BatchExecuteStatement", .plane = Plane::Data, .access = Access::Either},
    OperationTraits{.name = "ExecuteTransaction", .plane = Plane::Data, .access = Access::Either},
    OperationTraits{.name = "GetRecords", .plane = Plane::Streams, .access = Access::Reads},
    OperationTraits{.name = "GetShardIterator", .plane = Plane::Streams, .access = Access::Reads},
    OperationTraits{.name = "DescribeStream", .plane = Plane::Streams, .access = Access::Reads},
    OperationTraits{.name = "ListStreams", .plane = Plane::Streams, .access = Access::Reads},
    OperationTraits{.name = "DescribeTable", .plane = Plane::Control, .access = Access::Reads},
    OperationTraits{.name = "CreateTable", .plane = Plane::Control, .access = Access::Writes},
    OperationTraits{.name = "UpdateTable", .plane = Plane::Control, .access = Access::Writes},
    OperationTraits{.name = "DeleteTable", .plane = Plane::Control, .access = Access::Writes},
    OperationTraits{.name = "ListTables", .plane = Plane::Control, .access = Access::Reads},
    OperationTraits{.name = "TagResource", .plane = Plane::Control, .access = Access::Writes},
    OperationTraits{.name = "UntagResource", .plane = Plane::Control, .access = Access::Writes},
    OperationTraits{.name = "ListTagsOfResource", .plane = Plane::Control, .access = Access::Reads},
    OperationTraits{.name = "UpdateTimeToLive", .plane = Plane::Control, .access = Access::Writes},
    OperationTraits{.name = "DescribeTimeToLive", .plane = Plane::Control, .access = Access::Reads},
    OperationTraits{.name = "DescribeLimits", .plane = Plane::Control, .access = Access::Reads},
    OperationTraits{.name = "DescribeEndpoints", .plane = Plane::Control, .access = Access::Reads},
};

// The traits of that name, or null. Names are DynamoDB's, in their own case.
constexpr const OperationTraits* find_operation_traits(std::string_view name) {
    for (const OperationTraits& traits : kOperationTraits) {
        if (traits.name == name) return &traits;
    }
    return nullptr;
}

constexpr bool is_operation(std::string_view name) {
    return find_operation_traits(name) != nullptr;
}

}  // namespace stator::protocol::operations
