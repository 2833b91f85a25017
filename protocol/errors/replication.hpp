// Messages about global tables.
//
// ValidationException unless a line says otherwise. Names are in typographic quotes in some of
// them, as AWS has it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// What one entry of ReplicaUpdates may ask for, and one request.
ApiError replica_action_missing();
ApiError replica_actions_of_two_kinds();
ApiError replica_actions_not_single();
ApiError replica_of_local_region();
ApiError replica_region_unsupported(std::string_view region);
ApiError settings_mode_of_region(std::string_view mode);
// The wording is Stator's own.
ApiError settings_mode_of_replica(std::string_view mode);

// Which replicas there are.
ApiError replica_exists_as_table(std::string_view table);
ApiError replicas_not_members(std::span<const std::string> regions);
// ResourceInUseException: the replica is CREATING.
ApiError replica_being_created(std::string_view table, std::span<const std::string> regions);
ApiError replicated_writes_not_scaled();
// AWS: for a day, also for DeleteTable. [doc V2globaltables.html]
ApiError replica_was_source();
// ResourceInUseException: a replica comes or goes, or something else changes.
ApiError replicas_in_flight();
ApiError stream_of_replica();

// Strong consistency. AWS: [case global_tables/strong_refusals]
ApiError witness_without_strong_consistency();
ApiError replicas_or_witnesses_not_alone();
ApiError strong_replica_count();
ApiError strong_regions_unsupported(std::span<const std::string> regions);
ApiError region_targeted_twice();
ApiError witness_in_region_of_replica();
ApiError consistency_without_creation();
ApiError consistency_of_global_table();
ApiError replica_of_strong_table();
ApiError one_strong_replica_deleted();
ApiError witness_not_deleted();
ApiError witness_not_member(std::string_view region);
// What a strong table cannot have; the wordings are Stator's own.
ApiError strong_table_not_empty();
ApiError strong_table_with(std::string_view feature);  // "Transactions are"
// ReplicatedWriteConflictException.
ApiError replicated_write_conflict();

// Version 2017.11.29.
ApiError legacy_global_tables();
// GlobalTableNotFoundException.
ApiError global_table_not_found(std::string_view table);

// Auto scaling of replicas. ResourceNotFoundException: also for a table of one region.
ApiError replicated_table_not_found(std::string_view table);
// `replicas` are the regions, `parameters` what the request sets.
ApiError scaling_of_on_demand_replicas(
    std::string_view table,
    std::span<const std::string> replicas,
    std::span<const std::string> parameters
);
ApiError scaling_parameters_required(
    std::string_view table, std::span<const std::string> parameters
);

// The regions that can have replicas, and those that can have replicas of strong tables.
bool has_global_tables(std::string_view region);
bool has_strong_tables(std::string_view region);

}  // namespace stator::protocol::errors
