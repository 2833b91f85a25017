// What the name of the judged server says: whether it is AWS, which region it is in.
#pragma once

#include <optional>
#include <string>

#include "transport/endpoint.hpp"

namespace stator::conformance {

/// Whether the server is on this machine, by its name or address.
bool is_loopback(const transport::Endpoint& endpoint);

/// AWS serves streams under another name: streams.dynamodb.… for dynamodb.…amazonaws.com. Elsewhere
/// it is the same endpoint.
transport::Endpoint streams_endpoint(const transport::Endpoint& endpoint);

/// Whether it is DynamoDB itself, by its name.
bool is_amazon(const transport::Endpoint& endpoint);

/// The region in a name like dynamodb.eu-west-2.amazonaws.com, if it is one.
std::optional<std::string> region_of(const transport::Endpoint& endpoint);

}  // namespace stator::conformance
