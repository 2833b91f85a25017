// OperationTraits: the properties of DynamoDB's operations that other code depends on. Data only.
#pragma once

#include <optional>
#include <string_view>

namespace stator::protocol::operations {

// Data: operations on items. Streams: operations of DynamoDBStreams_20120810, which has its own
// target prefix. Control: operations on tables and their settings.
enum class Plane : unsigned char { Data, Streams, Control };

// Either: a PartiQL statement can read or write.
enum class Access : unsigned char { Reads, Writes, Either };

// The members that carry the start of the next page: one in the reply, one in the request for that
// page. AWS: the reply to a statement also has a LastEvaluatedKey, but no request accepts it.
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
    // The member of the reply that returns the unprocessed part of a batch; "" if the operation is
    // not a batch.
    std::string_view unprocessed = {};
    // True for a transaction: either all of its actions are executed, or none.
    bool is_transaction = false;

    constexpr bool is_of_streams() const { return plane == Plane::Streams; }

    constexpr bool is_batch() const { return !unprocessed.empty(); }

    // True if the operation, or a part of it, fails with a TransactionConflict while a transaction
    // works on its items. AWS: reads outside transactions do not conflict, and BatchWriteItem does
    // not either.
    constexpr bool meets_transactions() const {
        const bool can_conflict = access != Access::Reads || is_transaction;
        return plane == Plane::Data && can_conflict && !is_batch();
    }
};

// Returns the traits of an operation on tables and their settings.
constexpr OperationTraits control(std::string_view name, Access access) {
    return {.name = name, .plane = Plane::Control, .access = access};
}

}  // namespace stator::protocol::operations
