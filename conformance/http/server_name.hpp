// Properties of the judged server that follow from its host name: whether it is AWS, and its
// region.
#pragma once

#include <optional>
#include <string>

#include "transport/endpoint.hpp"

namespace stator::conformance {

/// Returns true if the host name or address is local to this machine.
bool is_loopback(const transport::Endpoint& endpoint);

/// Returns the endpoint of DynamoDB Streams. AWS uses a different host name: streams.dynamodb.… for
/// dynamodb.…amazonaws.com. Other servers use the same endpoint.
transport::Endpoint streams_endpoint(const transport::Endpoint& endpoint);

/// Returns true if the host name is that of DynamoDB on AWS.
bool is_amazon(const transport::Endpoint& endpoint);

/// Returns the region in a name such as dynamodb.eu-west-2.amazonaws.com; nullopt for other names.
std::optional<std::string> region_of(const transport::Endpoint& endpoint);

}  // namespace stator::conformance
