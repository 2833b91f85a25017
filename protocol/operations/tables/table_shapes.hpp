// Shape tables of the operations on tables, members in DynamoDB's order.
#pragma once

#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::tables::shapes {

extern const wire::Shape kCreateTable;
extern const wire::Shape kUpdateTable;
// DescribeTable and DeleteTable.
extern const wire::Shape kTableName;
extern const wire::Shape kListTables;

}  // namespace stator::protocol::operations::tables::shapes
