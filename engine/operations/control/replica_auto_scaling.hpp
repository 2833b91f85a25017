// Auto scaling of the capacity of replicas, and the operations of older global tables.
#pragma once

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/replication/auto_scaling.hpp"
#include "protocol/operations/replication/global_tables.hpp"

namespace stator::engine::operations::control {

// Error: the table does not exist, or is in one region only.
Result<requests::replication::TableAutoScaling> describe_table_replica_auto_scaling(
    const universes::Call& call,
    const requests::replication::DescribeReplicaAutoScalingRequest& request
);

// Errors: those of describe; the table is on demand; a region has no replica; members are missing.
Result<requests::replication::TableAutoScaling> update_table_replica_auto_scaling(
    const universes::Call& call,
    const requests::replication::UpdateReplicaAutoScalingRequest& request
);

// AWS: global tables of version 2017.11.29 can no longer be created, so none exist.
// [case global_tables/legacy]
Result<void> create_global_table(
    const universes::Call& call, const requests::replication::GlobalTableRequest& request
);
Result<void> no_global_table(
    const universes::Call& call, const requests::replication::GlobalTableRequest& request
);

}  // namespace stator::engine::operations::control
