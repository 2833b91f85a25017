// Query and Scan: requests, their validation without a table, replies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/operations/consumed_capacity.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/operations/reading.hpp"
#include "protocol/values/item_image.hpp"
#include "protocol/values/terms.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::query {

enum class Select : unsigned char { AllAttributes, AllProjectedAttributes, Count, Specific };

constexpr values::TextsTo<Select::Specific> texts_of(Select) {
    return {"ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "COUNT", "SPECIFIC_ATTRIBUTES"};
}

// The parameters that Query and Scan share.
struct ReadOptions {
    std::string table_name;
    std::string index_name;  // "" reads the table
    std::optional<Select> select;
    std::optional<std::vector<values::DocumentPath>> projection;
    std::optional<std::uint64_t> limit;
    bool consistent = false;
    std::optional<expression::Condition> filter;
    // True if the filter was sent as QueryFilter or ScanFilter.
    bool legacy_filter = false;
    values::ItemImagePtr start_key;  // null if ExclusiveStartKey is absent
    CapacityReport capacity = CapacityReport::None;
};

struct QueryRequest {
    ReadOptions options;
    std::vector<expression::KeyCondition> key_conditions;
    bool forward = true;
};

struct ScanRequest {
    ReadOptions options;
    std::int64_t segment = 0;
    std::int64_t total_segments = 1;
};

Result<QueryRequest> decode_query(wire::JsonView request, const Reading& reading = {});
Result<ScanRequest> decode_scan(wire::JsonView request, const Reading& reading = {});

// The result of a Query or Scan.
struct ReadReply {
    std::vector<values::ItemImagePtr> items;
    std::int64_t scanned_count = 0;
    values::ItemImagePtr last_evaluated_key;  // null on the last page
    Consumption consumption;
};

std::string encode_read_reply(const ReadOptions& options, const ReadReply& reply);

// Encodes the reply as lines: {"Item":…} for each item, as in exports, and a last line with all
// other members.
std::string encode_read_lines(const ReadOptions& options, const ReadReply& reply);

// Encodes the reply of a Query or Scan.
template <class Request>
std::string encode_read(const Request& request, const ReadReply& reply) {
    return encode_read_reply(request.options, reply);
}

template <class Request>
std::string encode_lines(const Request& request, const ReadReply& reply) {
    return encode_read_lines(request.options, reply);
}

// The shapes of these requests.
extern const wire::Shape kQueryShape;
extern const wire::Shape kScanShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_query, encode_read<QueryRequest>> kQuery{
    {.name = "Query", .plane = Plane::Data, .access = Access::Reads, .page = kKeyPage},
    &kQueryShape};
inline constexpr OperationSpec<decode_scan, encode_read<ScanRequest>> kScan{
    {.name = "Scan", .plane = Plane::Data, .access = Access::Reads, .page = kKeyPage}, &kScanShape};

}  // namespace stator::protocol::operations::query
