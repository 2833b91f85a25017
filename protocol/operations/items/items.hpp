// PutItem, GetItem, UpdateItem, DeleteItem: requests, their validation, replies.
//
// decode_… makes all checks that need no table, in DynamoDB's order. The engine makes the checks
// that depend on the table, the key schema or the stored item. encode_… writes the reply's JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/operations/consumed_capacity.hpp"
#include "protocol/operations/items/item_shapes.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/operations/reading.hpp"
#include "protocol/values/item_image.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::operations::items {

// The parameters that PutItem, UpdateItem and DeleteItem share.
struct WriteOptions {
    std::string table_name;
    std::optional<expression::Condition> condition;
    values::ReturnValues return_values = values::ReturnValues::None;
    CapacityReport capacity = CapacityReport::None;
    bool collection_metrics = false;
    bool return_item_on_failure = false;
    // True if the size limit of an update applies to the values that its expression writes.
    bool charges_statement = true;
};

struct PutItemRequest {
    WriteOptions options;
    values::MutableItemImagePtr item;
};

struct UpdateItemRequest {
    WriteOptions options;
    values::MutableItemImagePtr key;
    expression::UpdateExpression update;
};

struct DeleteItemRequest {
    WriteOptions options;
    values::MutableItemImagePtr key;
};

struct GetItemRequest {
    std::string table_name;
    values::MutableItemImagePtr key;
    std::optional<std::vector<values::DocumentPath>> projection;
    bool consistent = false;
    CapacityReport capacity = CapacityReport::None;
};

Result<PutItemRequest> decode_put_item(wire::JsonView request, const Reading& reading = {});
Result<UpdateItemRequest> decode_update_item(wire::JsonView request, const Reading& reading = {});
Result<DeleteItemRequest> decode_delete_item(wire::JsonView request, const Reading& reading = {});
Result<GetItemRequest> decode_get_item(wire::JsonView request, const Reading& reading = {});

// The result of a write. encode_write_reply() applies ReturnValues to it.
struct WriteReply {
    values::ItemImagePtr attributes;  // null if nothing is returned
    Consumption consumption;
    // The partition key attribute, for ItemCollectionMetrics. Null if metrics are not reported.
    values::ItemImagePtr collection_key;
};

struct GetItemReply {
    values::ItemImagePtr item;  // null if the item does not exist
    Consumption consumption;
};

std::string encode_write_reply(const WriteOptions& options, const WriteReply& reply);

// Encodes the reply of PutItem, UpdateItem or DeleteItem.
template <class Request>
std::string encode_write(const Request& request, const WriteReply& reply) {
    return encode_write_reply(request.options, reply);
}

std::string encode_get_item(const GetItemRequest& request, const GetItemReply& reply);

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_get_item, encode_get_item> kGetItem{
    {.name = "GetItem", .plane = Plane::Data, .access = Access::Reads}, &kGetItemShape};
inline constexpr OperationSpec<decode_put_item, encode_write<PutItemRequest>> kPutItem{
    {.name = "PutItem", .plane = Plane::Data, .access = Access::Writes}, &kPutItemShape};
inline constexpr OperationSpec<decode_update_item, encode_write<UpdateItemRequest>> kUpdateItem{
    {.name = "UpdateItem", .plane = Plane::Data, .access = Access::Writes}, &kUpdateItemShape};
inline constexpr OperationSpec<decode_delete_item, encode_write<DeleteItemRequest>> kDeleteItem{
    {.name = "DeleteItem", .plane = Plane::Data, .access = Access::Writes}, &kDeleteItemShape};

}  // namespace stator::protocol::operations::items
