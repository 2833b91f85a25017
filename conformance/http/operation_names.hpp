// The operations of DynamoDB by name. Only names: a case may send any other, too.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stator::conformance {

/// The operation as DynamoDB spells it, found by its name in any case: `putitem` is PutItem. None
/// if there is no such operation.
std::optional<std::string> find_operation(std::string_view name);

/// Whether the operation belongs to the DynamoDB Streams service, not to DynamoDB.
bool is_streams_operation(std::string_view operation);

}  // namespace stator::conformance
