// What can be told from the name of the judged server: whether it is AWS, and its region.
#pragma once

#include <optional>
#include <string>

#include "transport/endpoint.hpp"

namespace stator::conformance {

/// Whether the server's name or address is of this machine.
bool is_loopback(const transport::Endpoint& endpoint);

/// The endpoint of DynamoDB Streams. AWS serves it under another name: streams.dynamodb.… for
/// dynamodb.…amazonaws.com. For other servers it is the same endpoint.
transport::Endpoint streams_endpoint(const transport::Endpoint& endpoint);

/// Whether the server's name is one of DynamoDB itself.
bool is_amazon(const transport::Endpoint& endpoint);

/// The region in a name like dynamodb.eu-west-2.amazonaws.com; nothing for other names.
std::optional<std::string> region_of(const transport::Endpoint& endpoint);

}  // namespace stator::conformance
