// How the capacity of replicas follows their traffic, and the operations of older global tables.
#pragma once

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/replication/auto_scaling.hpp"
#include "protocol/operations/replication/global_tables.hpp"

namespace stator::engine::operations::control {

// Error: the table is missing, or a table of one region.
Result<requests::replication::TableAutoScaling> describe_table_replica_auto_scaling(
    const universes::Call& call,
    const requests::replication::DescribeReplicaAutoScalingRequest& request
);

// Errors: the same; the table is on demand; a region has no replica; members are missing.
Result<requests::replication::TableAutoScaling> update_table_replica_auto_scaling(
    const universes::Call& call,
    const requests::replication::UpdateReplicaAutoScalingRequest& request
);

// AWS: nobody can make a global table of version 2017.11.29 any more, so that there are none.
// [case global_tables/legacy]
Result<void> create_global_table(
    const universes::Call& call, const requests::replication::GlobalTableRequest& request
);
Result<void> no_global_table(
    const universes::Call& call, const requests::replication::GlobalTableRequest& request
);

}  // namespace stator::engine::operations::control
