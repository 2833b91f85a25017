// DescribeLimits and DescribeEndpoints: what DynamoDB says about the account and about itself.
#pragma once

#include <string>
#include <string_view>

#include "protocol/base/result.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::settings {

// Neither takes any members. Error: SerializationException when the payload is not an object.
Result<void> decode_describe_limits(wire::JsonView json);
Result<void> decode_describe_endpoints(wire::JsonView json);

std::string encode_describe_limits();
// `host` is the address by which the client reached the server: host[:port], without a scheme.
std::string encode_describe_endpoints(std::string_view host);

// What requests of both are checked against.
extern const wire::Shape kDescribeAccountShape;

// The operations of this file, for the lists of all.
inline constexpr OperationSpec<decode_describe_limits, encode_describe_limits> kDescribeLimits{
    control("DescribeLimits", Access::Reads), &kDescribeAccountShape};
inline constexpr OperationSpec<decode_describe_endpoints, encode_describe_endpoints>
    kDescribeEndpoints{control("DescribeEndpoints", Access::Reads), &kDescribeAccountShape};

}  // namespace stator::protocol::operations::settings
