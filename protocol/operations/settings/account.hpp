// DescribeLimits and DescribeEndpoints: the limits of the account, and the address of the server.
#pragma once

#include <string>
#include <string_view>

#include "protocol/base/result.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::settings {

// Neither request has members. Error: SerializationException if the payload is not an object.
Result<void> decode_describe_limits(wire::JsonView json);
Result<void> decode_describe_endpoints(wire::JsonView json);

std::string encode_describe_limits();
// `host`: the address that the client used to reach the server, as host[:port] without a scheme.
std::string encode_describe_endpoints(std::string_view host);

// The shape of both requests.
extern const wire::Shape kDescribeAccountShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_describe_limits, encode_describe_limits> kDescribeLimits{
    control("DescribeLimits", Access::Reads), &kDescribeAccountShape};
inline constexpr OperationSpec<decode_describe_endpoints, encode_describe_endpoints>
    kDescribeEndpoints{control("DescribeEndpoints", Access::Reads), &kDescribeAccountShape};

}  // namespace stator::protocol::operations::settings
