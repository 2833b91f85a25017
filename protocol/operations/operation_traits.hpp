// OperationTraits: the properties of DynamoDB's operations that other code depends on. Data only.
#pragma once

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

}  // namespace stator::protocol::operations
