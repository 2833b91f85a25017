// EnableKinesisStreamingDestination, DisableKinesisStreamingDestination,
// UpdateKinesisStreamingDestination, DescribeKinesisStreamingDestination: requests, their
// validation without a table, replies.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/model/table.hpp"
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
    std::optional<values::TimePrecision> precision = {};  // there once it has been decoded
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

}  // namespace stator::protocol::operations::settings
