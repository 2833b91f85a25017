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
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// What one entry of ReplicaUpdates may ask for, and one request.
inline constexpr Text<0> replica_action_missing{
    "There are no actions specified in the Replica Update Action of the request."};
inline constexpr Text<0> replica_actions_of_two_kinds{
    "Update table operation with more than one type of replica actions not allowed."};
inline constexpr Text<0> replica_actions_not_single{
    "Update table operation with more than one create or delete replica actions not allowed"};
inline constexpr Text<0> replica_of_local_region{
    "Cannot add or delete the local region through ReplicaUpdates. Use CreateTable, DeleteTable, "
    "or UpdateTable as required."};
ApiError replica_region_unsupported(std::string_view region);
inline constexpr Text<1> settings_mode_of_region{
    "Value '{mode}' at 'GlobalTableSettingsReplicationMode' failed to satisfy constraint: Only "
    "ENABLED and DISABLED settings replication are supported for a Regional Table."};
// The wording is Stator's own.
inline constexpr Text<1> settings_mode_of_replica{
    "Value '{mode}' at 'GlobalTableSettingsReplicationMode' failed to satisfy constraint: Only "
    "ENABLED_WITH_OVERRIDES settings replication is supported for a Global Table replica."};

// Which replicas there are.
inline constexpr Text<1> replica_exists_as_table{
    "Failed to create a the new replica of table with name: ‘{table}’ because one or more replicas "
    "already existed as tables."};
ApiError replicas_not_members(std::span<const std::string> regions);
// ResourceInUseException: the replica is CREATING.
ApiError replica_being_created(std::string_view table, std::span<const std::string> regions);
inline constexpr Text<0> replicated_writes_not_scaled{
    "Table write capacity should either be Pay-Per-Request or AutoScaled."};
// AWS: for a day, also for DeleteTable. [doc V2globaltables.html]
inline constexpr Text<0> replica_was_source{
    "Replica cannot be deleted because it has acted as a source region for new replica(s) being "
    "added to the table in the last 24 hours."};
// ResourceInUseException: a replica comes or goes, or something else changes.
inline constexpr Text<0> replicas_in_flight{
    "The resource which you are attempting to change is in use.",
    ErrorType::ResourceInUseException};
inline constexpr Text<0> stream_of_replica{
    "One or more parameter values were invalid: Disabling Stream is not allowed for a Global Table "
    "replica."};

// Strong consistency. AWS: [case global_tables/strong_refusals]
inline constexpr Text<0> witness_without_strong_consistency{
    "MultiRegionConsistency must be set as STRONG when GlobalTableWitnessUpdates parameter is "
    "present."};
inline constexpr Text<0> replicas_or_witnesses_not_alone{
    "One or more parameter values were invalid: Requests that modify replicas or witnesses must "
    "not also modify other fields"};
inline constexpr Text<0> strong_replica_count{
    "Unsupported replica count for global tables with MultiRegionConsistency set to STRONG."};
ApiError strong_regions_unsupported(std::span<const std::string> regions);
inline constexpr Text<0> region_targeted_twice{
    "Cannot target multiple regions with the same action"};
inline constexpr Text<0> witness_in_region_of_replica{
    "Cannot add a witness in the same region as an existing replica when creating a global table "
    "with MultiRegionConsistency set to STRONG."};
inline constexpr Text<0> consistency_without_creation{
    "Only Replica Create actions are supported when MultiRegionConsistency parameter is provided."};
inline constexpr Text<0> consistency_of_global_table{
    "MultiRegionConsistency parameter is unsupported on existing global table"};
inline constexpr Text<0> replica_of_strong_table{
    "Cannot add replicas to a global table with strong MultiRegionConsistency"};
inline constexpr Text<0> one_strong_replica_deleted{
    "Deletion of only one table replica is not supported for global tables with "
    "MultiRegionConsistency set to STRONG."};
inline constexpr Text<0> witness_not_deleted{
    "Update table delete operation does not include all witnesses."};
inline constexpr Text<1> witness_not_member{
    "Update global table operation failed because one or more witnesses were not part of the "
    "global table. Please retry the request without these witnesses: [{region}]."};
// What a strong table cannot have; the wordings are Stator's own.
inline constexpr Text<0> strong_table_not_empty{
    "The table must not contain data to become one of the global tables with "
    "MultiRegionConsistency set to STRONG."};
ApiError strong_table_with(std::string_view feature);  // "Transactions are"
inline constexpr Text<0> replicated_write_conflict{
    "One or more items in this request are being modified by a request in another Region.",
    ErrorType::ReplicatedWriteConflictException};

// Version 2017.11.29.
inline constexpr Text<0> legacy_global_tables{
    "One or more parameter values were invalid: DynamoDB global tables version 2017.11.29 is not "
    "supported. We recommend using DynamoDB global tables version 2019.11.21, instead of version "
    "2017.11.29 (Legacy)."};
inline constexpr Text<1> global_table_not_found{
    "Global table with name: '{table}' does not exist.", ErrorType::GlobalTableNotFoundException};

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
