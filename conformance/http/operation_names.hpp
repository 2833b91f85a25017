// What can be told from the name of an operation.
#pragma once

#include <string_view>

namespace stator::conformance {

/// Whether the operation belongs to the DynamoDB Streams service, not to DynamoDB.
bool is_streams_operation(std::string_view operation);

}  // namespace stator::conformance
