// Properties of an operation that follow from its name.
#pragma once

#include <string_view>

namespace stator::conformance {

/// Returns true for operations of the DynamoDB Streams service.
bool is_streams_operation(std::string_view operation);

}  // namespace stator::conformance
