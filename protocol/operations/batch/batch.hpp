// BatchGetItem and BatchWriteItem: requests, their validation without tables, replies.
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

namespace stator::protocol::operations::batch {

struct BatchGetTable {
    std::string table_name;  // as sent
    std::vector<values::MutableItemImagePtr> keys;
    std::optional<std::vector<values::DocumentPath>> projection;
    bool consistent = false;
    // The members that UnprocessedKeys repeats, as JSON, for example ProjectionExpression.
    std::string options_json;
};

struct BatchGetRequest {
    std::vector<BatchGetTable> tables;
    CapacityReport capacity = CapacityReport::None;
};

struct BatchGetTableReply {
    std::vector<values::ItemImagePtr> items;
    std::vector<values::ItemImagePtr> unprocessed_keys;
    Consumption consumption;
};

struct BatchWrite {
    // The item of a put, or the key of a delete.
    values::MutableItemImagePtr image;
    bool is_put = false;
};

struct BatchWriteTable {
    std::string table_name;  // as sent
    std::vector<BatchWrite> writes;
};

struct BatchWriteRequest {
    std::vector<BatchWriteTable> tables;
    CapacityReport capacity = CapacityReport::None;
    bool collection_metrics = false;
};

struct BatchWriteTableReply {
    Consumption consumption;
    // The writes of the request that were not made.
    std::vector<const BatchWrite*> unprocessed;
    // Partition keys of the written items, for ItemCollectionMetrics.
    std::vector<values::ItemImagePtr> collection_keys;
};

// In both replies, tables are in the order of the request.
struct BatchGetReply {
    std::vector<BatchGetTableReply> tables;
};

// Contains pointers into the request.
struct BatchWriteReply {
    std::vector<BatchWriteTableReply> tables;
};

Result<BatchGetRequest> decode_batch_get_item(wire::JsonView request, const Reading& reading = {});
Result<BatchWriteRequest> decode_batch_write_item(
    wire::JsonView request, const Reading& reading = {}
);

std::string encode_batch_get_item(const BatchGetRequest& request, const BatchGetReply& reply);
std::string encode_batch_write_item(const BatchWriteRequest& request, const BatchWriteReply& reply);

// The shapes of these requests.
extern const wire::Shape kBatchGetItemShape;
extern const wire::Shape kBatchWriteItemShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_batch_get_item, encode_batch_get_item> kBatchGetItem{
    {.name = "BatchGetItem",
     .plane = Plane::Data,
     .access = Access::Reads,
     .unprocessed = "UnprocessedKeys"},
    &kBatchGetItemShape};
inline constexpr OperationSpec<decode_batch_write_item, encode_batch_write_item> kBatchWriteItem{
    {.name = "BatchWriteItem",
     .plane = Plane::Data,
     .access = Access::Writes,
     .unprocessed = "UnprocessedItems"},
    &kBatchWriteItemShape};

}  // namespace stator::protocol::operations::batch
