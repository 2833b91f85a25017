// Decoding of requests about one table. DynamoDB checks the table name before everything else. Pure
// functions.
#pragma once

#include <cstddef>

#include "protocol/base/result.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/wire/bound_shape.hpp"

namespace stator::protocol::operations {

// AWS: the operations on a table have their own message for an absent table name, and check it
// directly after JSON types. [case time_to_live/member_constraints]
template <class Request, std::size_t Count>
Result<Request> decode_with_table(
    wire::JsonView request, const wire::BoundShape<Request, Count>& shape
) {
    STATOR_CHECK(wire::check_types(request, shape.shape()));
    if (!request.find("TableName")) return errors::table_name_required();
    return shape.decode(request);
}

}  // namespace stator::protocol::operations
