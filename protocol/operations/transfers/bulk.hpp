// StartBulkPutItems, DescribeBulkOperation, ListBulkOperations, CancelBulkOperation: requests,
// replies, and what can be checked without a table. Pure functions, values only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/formats/transfer/bulk_operation.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::transfers {

struct StartBulkRequest {
    formats::transfer::BulkSpecification specification;
    // Equal for equal requests.
    std::string canonical = {};
};

// DescribeBulkOperation and CancelBulkOperation.
struct BulkOperationRequest {
    std::string arn;  // of the form of a bulk operation's ARN
};

struct ListBulkOperationsRequest {
    std::int64_t max_results = 10;
    std::string start_arn = {};  // the last one of the page before; "" for the first page
};

struct ListBulkOperationsReply {
    std::vector<formats::transfer::BulkDescription> operations;
    std::string next_arn = {};  // the last one of this page; "" on the last page
};

Result<StartBulkRequest> decode_start_bulk_put_items(wire::JsonView json);
Result<BulkOperationRequest> decode_bulk_operation_arn(wire::JsonView json);
Result<ListBulkOperationsRequest> decode_list_bulk_operations(wire::JsonView json);

// What StartBulkPutItems and DescribeBulkOperation answer.
std::string encode_bulk_description(const formats::transfer::BulkDescription& description);
// What CancelBulkOperation answers.
std::string encode_cancelled_bulk_operation(const formats::transfer::BulkDescription& description);
std::string encode_list_bulk_operations(const ListBulkOperationsReply& reply);

// What these requests are checked against.
extern const wire::Shape kStartBulkPutItemsShape;
extern const wire::Shape kBulkOperationArnShape;
extern const wire::Shape kListBulkOperationsShape;

}  // namespace stator::protocol::operations::transfers
