// UpdateTimeToLive and DescribeTimeToLive: requests, their validation without a table, replies.
#pragma once

#include <string>
#include <string_view>

#include "protocol/base/result.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::settings {

struct UpdateTimeToLiveRequest {
    std::string table_name;  // name or ARN
    bool enabled = false;
    std::string attribute_name;
};

struct DescribeTimeToLiveRequest {
    std::string table_name;  // name or ARN
};

Result<UpdateTimeToLiveRequest> decode_update_time_to_live(wire::JsonView request);
Result<DescribeTimeToLiveRequest> decode_describe_time_to_live(wire::JsonView request);

std::string encode_update_time_to_live(const UpdateTimeToLiveRequest& request);

// `attribute_name` is "" if Time to Live is disabled.
std::string encode_describe_time_to_live(std::string_view attribute_name);

// The shapes of these requests.
extern const wire::Shape kUpdateTimeToLiveShape;
extern const wire::Shape kDescribeTimeToLiveShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_update_time_to_live, encode_update_time_to_live>
    kUpdateTimeToLive{control("UpdateTimeToLive", Access::Writes), &kUpdateTimeToLiveShape};
inline constexpr OperationSpec<decode_describe_time_to_live, encode_describe_time_to_live>
    kDescribeTimeToLive{control("DescribeTimeToLive", Access::Reads), &kDescribeTimeToLiveShape};

}  // namespace stator::protocol::operations::settings
