// EnableKinesisStreamingDestination, DisableKinesisStreamingDestination,
// UpdateKinesisStreamingDestination, DescribeKinesisStreamingDestination: requests, their
// validation without a table, replies.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/model/table.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::settings {

struct EnableKinesisRequest {
    std::string table_name;  // name or ARN
    std::string stream_arn;
    std::optional<values::TimePrecision> precision = {};
};

struct DisableKinesisRequest {
    std::string table_name;  // name or ARN
    std::string stream_arn;
};

struct UpdateKinesisRequest {
    std::string table_name;  // name or ARN
    std::string stream_arn;
    std::optional<values::TimePrecision> precision = {};  // always set after decoding
};

struct DescribeKinesisRequest {
    std::string table_name;  // name or ARN
};

// A destination that a request has changed.
struct ChangedKinesis {
    std::string table_name;
    model::KinesisDestination destination;
};

struct DescribedKinesis {
    std::string table_name;
    std::vector<model::KinesisDestination> destinations;
};

extern const wire::Shape kEnableKinesisShape;
extern const wire::Shape kDisableKinesisShape;
extern const wire::Shape kUpdateKinesisShape;
extern const wire::Shape kDescribeKinesisShape;

Result<EnableKinesisRequest> decode_enable_kinesis(wire::JsonView json);
Result<DisableKinesisRequest> decode_disable_kinesis(wire::JsonView json);
Result<UpdateKinesisRequest> decode_update_kinesis(wire::JsonView json);
Result<DescribeKinesisRequest> decode_describe_kinesis(wire::JsonView json);

std::string encode_enable_kinesis(const ChangedKinesis& changed);
std::string encode_disable_kinesis(const ChangedKinesis& changed);
std::string encode_update_kinesis(const ChangedKinesis& changed);
std::string encode_describe_kinesis(const DescribedKinesis& described);

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_enable_kinesis, encode_enable_kinesis>
    kEnableKinesisStreamingDestination{
        control("EnableKinesisStreamingDestination", Access::Writes), &kEnableKinesisShape};
inline constexpr OperationSpec<decode_disable_kinesis, encode_disable_kinesis>
    kDisableKinesisStreamingDestination{
        control("DisableKinesisStreamingDestination", Access::Writes), &kDisableKinesisShape};
inline constexpr OperationSpec<decode_update_kinesis, encode_update_kinesis>
    kUpdateKinesisStreamingDestination{
        control("UpdateKinesisStreamingDestination", Access::Writes), &kUpdateKinesisShape};
inline constexpr OperationSpec<decode_describe_kinesis, encode_describe_kinesis>
    kDescribeKinesisStreamingDestination{
        control("DescribeKinesisStreamingDestination", Access::Reads), &kDescribeKinesisShape};

}  // namespace stator::protocol::operations::settings
