// DescribeLimits and DescribeEndpoints: what DynamoDB says of the account and of itself.
#pragma once

#include <string>
#include <string_view>

#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::operations::settings {

// Both take no members; SerializationException when the payload is not an object.
Result<void> decode_describe_limits(wire::JsonView json);
Result<void> decode_describe_endpoints(wire::JsonView json);

std::string encode_describe_limits();
// `host` is how the client reached the server: host[:port], no scheme.
std::string encode_describe_endpoints(std::string_view host);

}  // namespace stator::protocol::operations::settings
