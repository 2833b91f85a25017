// TransactWriteItems and TransactGetItems: requests, their validation without tables, replies.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/operations/consumed_capacity.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/operations/reading.hpp"
#include "protocol/values/item_image.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::transactions {

enum class TransactActionKind : unsigned char { Put, Update, Delete, ConditionCheck };

struct TransactAction {
    TransactActionKind kind = TransactActionKind::Put;
    std::string table_name;  // as sent
    // The item of a put, or the key of any other action.
    values::MutableItemImagePtr image;
    std::optional<expression::Condition> condition;
    expression::UpdateExpression update;
    bool return_item_on_failure = false;
};

struct TransactWriteRequest {
    std::vector<TransactAction> actions;
    CapacityReport capacity = CapacityReport::None;
    bool collection_metrics = false;
    // ClientRequestToken; "" if absent.
    std::string token;
    // TransactItems, which must be the same in a request that repeats the token. The order of
    // members does not matter.
    std::string payload;
};

struct TransactGet {
    std::string table_name;  // as sent
    values::MutableItemImagePtr key;
    std::optional<std::vector<values::DocumentPath>> projection;
};

struct TransactGetRequest {
    std::vector<TransactGet> gets;
    CapacityReport capacity = CapacityReport::None;
};

// The capacity that a transaction consumed on one table.
struct TransactTableReply {
    std::string table_name;
    Consumption consumption;
    // Partition keys of items written in a table with a local index, for ItemCollectionMetrics.
    std::vector<values::ItemImagePtr> collection_keys;
};

struct TransactWriteReply {
    std::vector<TransactTableReply> tables;
    // Read for the repetition of an idempotent request. AWS: charges a repetition as reads.
    // [case TransactWriteItems/replay_capacity]
    CapacityUnitKind unit_kind = CapacityUnitKind::Write;
};

struct TransactGetReply {
    // In the order of the request's gets; null for a missing item.
    std::vector<values::ItemImagePtr> items;
    std::vector<TransactTableReply> tables;
};

Result<TransactWriteRequest> decode_transact_write_items(
    wire::JsonView request, const Reading& reading = {}
);
Result<TransactGetRequest> decode_transact_get_items(
    wire::JsonView request, const Reading& reading = {}
);

std::string encode_transact_write_items(
    const TransactWriteRequest& request, const TransactWriteReply& reply
);
std::string encode_transact_get_items(
    const TransactGetRequest& request, const TransactGetReply& reply
);

// Writes the ConsumedCapacity of several tables, if requested.
void write_transact_capacity(
    wire::JsonWriter& json,
    const std::vector<TransactTableReply>& tables,
    CapacityReport report,
    CapacityUnitKind unit_kind
);

// The shapes of these requests.
extern const wire::Shape kTransactGetItemsShape;
extern const wire::Shape kTransactWriteItemsShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_transact_get_items, encode_transact_get_items>
    kTransactGetItems{
        {.name = "TransactGetItems",
         .plane = Plane::Data,
         .access = Access::Reads,
         .is_transaction = true},
        &kTransactGetItemsShape};
inline constexpr OperationSpec<decode_transact_write_items, encode_transact_write_items>
    kTransactWriteItems{
        {.name = "TransactWriteItems",
         .plane = Plane::Data,
         .access = Access::Writes,
         .is_transaction = true},
        &kTransactWriteItemsShape};

}  // namespace stator::protocol::operations::transactions
