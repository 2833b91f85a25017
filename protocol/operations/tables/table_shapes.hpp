// Shape tables of the operations on tables, with their members in DynamoDB's order.
#pragma once

#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::tables::shapes {

// The name of a table or an index.
extern const wire::Shape kTableNameText;
extern const wire::Shape kCreateTable;
extern const wire::Shape kUpdateTable;
// DescribeTable and DeleteTable.
extern const wire::Shape kTableName;

}  // namespace stator::protocol::operations::tables::shapes
