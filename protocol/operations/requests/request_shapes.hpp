// Request shapes by operation: what the JSON of a request may look like, for code that describes
// operations to others, as `stator mcp` does. Pure data; thread-safe.
#pragma once

#include <string_view>

#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::requests {

// The shape of the operation's request, which is a structure; null for a name that is no operation.
// Every operation of operation_traits.hpp has one, or this does not compile. Lives as long as the
// program.
const wire::Shape* find_request_shape(std::string_view operation);

}  // namespace stator::protocol::operations::requests
