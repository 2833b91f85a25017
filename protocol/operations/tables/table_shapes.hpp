// Shape tables of the operations on tables, with their members in DynamoDB's order.
#pragma once

#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::tables::shapes {

// The name of a table or an index.
extern const wire::Shape kTableNameText;
extern const wire::Shape kCreateTable;
extern const wire::Shape kUpdateTable;
// The parameters of a table in ImportTable.
extern const wire::Shape kTableCreationParameters;
// Members of CreateTable that a restore can override.
extern const wire::Shape kBillingModeText;
extern const wire::Shape kProvisionedThroughput;
extern const wire::Shape kOnDemandThroughput;
extern const wire::Shape kGlobalIndexList;
extern const wire::Shape kLocalIndexList;
extern const wire::Shape kVectorIndexList;
extern const wire::Shape kEncryption;
// DescribeTable and DeleteTable.
extern const wire::Shape kTableName;

}  // namespace stator::protocol::operations::tables::shapes
