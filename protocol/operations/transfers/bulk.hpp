// StartBulkPutItems, DescribeBulkOperation, ListBulkOperations, CancelBulkOperation: requests,
// replies, and the checks that need no table. Pure functions, values only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/formats/transfer/bulk_operation.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/operations/transfers/transfer_shapes.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::transfers {

struct StartBulkRequest {
    formats::transfer::BulkSpecification specification;
    // The canonical text of the request; equal for equal requests.
    std::string canonical = {};
};

Result<StartBulkRequest> decode_start_bulk_put_items(wire::JsonView json);
Result<TransferRequest> decode_bulk_operation_arn(wire::JsonView json);
Result<ListTransfersRequest> decode_list_bulk_operations(wire::JsonView json);

// The reply of StartBulkPutItems and DescribeBulkOperation.
std::string encode_bulk_description(const formats::transfer::BulkDescription& description);
// The reply of CancelBulkOperation.
std::string encode_cancelled_bulk_operation(const formats::transfer::BulkDescription& description);
std::string encode_list_bulk_operations(const TransferPage<formats::transfer::BulkDescription>& page
);

// The shapes of these requests.
extern const wire::Shape kStartBulkPutItemsShape;
extern const wire::Shape kBulkOperationArnShape;
extern const wire::Shape kListBulkOperationsShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_start_bulk_put_items, encode_bulk_description>
    kStartBulkPutItems{control("StartBulkPutItems", Access::Writes), &kStartBulkPutItemsShape};
inline constexpr OperationSpec<decode_bulk_operation_arn, encode_bulk_description>
    kDescribeBulkOperation{
        control("DescribeBulkOperation", Access::Reads), &kBulkOperationArnShape};
inline constexpr OperationSpec<decode_list_bulk_operations, encode_list_bulk_operations>
    kListBulkOperations{control("ListBulkOperations", Access::Reads), &kListBulkOperationsShape};
inline constexpr OperationSpec<decode_bulk_operation_arn, encode_cancelled_bulk_operation>
    kCancelBulkOperation{control("CancelBulkOperation", Access::Writes), &kBulkOperationArnShape};

}  // namespace stator::protocol::operations::transfers
