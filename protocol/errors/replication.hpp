// Messages about global tables.
//
// ValidationException unless a comment names another type. Some messages have names in typographic
// quotes, as in AWS.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// Limits on one entry of ReplicaUpdates, and on one request.
inline constexpr Text<0> replica_action_missing{
    "There are no actions specified in the Replica Update Action of the request."};
inline constexpr Text<0> replica_actions_of_two_kinds{
    "Update table operation with more than one type of replica actions not allowed."};
inline constexpr Text<0> replica_actions_not_single{
    "Update table operation with more than one create or delete replica actions not allowed"};
inline constexpr Text<0> replica_of_local_region{
    "Cannot add or delete the local region through ReplicaUpdates. Use CreateTable, DeleteTable, "
    "or UpdateTable as required."};
// `supported`: kGlobalTableRegions.
inline constexpr Text<2> replica_region_unsupported{
    "Region {region} is not supported. The latest version of global tables are only supported in "
    "the following regions: [{supported}]"};
inline constexpr Text<1> settings_mode_of_region{
    "Value '{mode}' at 'GlobalTableSettingsReplicationMode' failed to satisfy constraint: Only "
    "ENABLED and DISABLED settings replication are supported for a Regional Table."};
// The wording is Stator's own.
inline constexpr Text<1> settings_mode_of_replica{
    "Value '{mode}' at 'GlobalTableSettingsReplicationMode' failed to satisfy constraint: Only "
    "ENABLED_WITH_OVERRIDES settings replication is supported for a Global Table replica."};

// Conflicts with the existing replicas.
inline constexpr Text<1> replica_exists_as_table{
    "Failed to create a the new replica of table with name: ‘{table}’ because one or more replicas "
    "already existed as tables."};
inline constexpr Text<1> replicas_not_members{
    "Update global table operation failed because one or more replicas were not part of the global "
    "table. Please retry the request without these replicas: [{regions}]."};
// The replica is CREATING.
inline constexpr Text<2> replica_being_created{
    "Global table with name: '{table}' already exists with replicas in regions: '{regions}'.",
    ErrorType::ResourceInUseException};
inline constexpr Text<0> replicated_writes_not_scaled{
    "Table write capacity should either be Pay-Per-Request or AutoScaled."};
// AWS: for one day; also for DeleteTable. [doc V2globaltables.html]
inline constexpr Text<0> replica_was_source{
    "Replica cannot be deleted because it has acted as a source region for new replica(s) being "
    "added to the table in the last 24 hours."};
// ResourceInUseException: a replica is being added or removed, or another change is in progress.
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
inline constexpr Text<1> strong_regions_unsupported{
    "Unsupported Region(s) specified for global tables with MultiRegionConsistency set to STRONG: "
    "[{regions}]."};
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
// Features that a strongly consistent global table cannot have. The wordings are Stator's own.
inline constexpr Text<0> strong_table_not_empty{
    "The table must not contain data to become one of the global tables with "
    "MultiRegionConsistency set to STRONG."};
// `feature`: for example "Transactions are".
inline constexpr Text<1> strong_table_with{
    "{feature} not supported for global tables with MultiRegionConsistency set to STRONG."};
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

// Auto scaling of replicas. The first message also applies to a table in one region.
inline constexpr Text<1> replicated_table_not_found{
    "Global table with name: '{table}' does not exist.", ErrorType::ResourceNotFoundException};
// `replicas`: the regions. `parameters`: the parameters that the request sets, each in quotes.
inline constexpr Text<3> scaling_of_on_demand_replicas{
    "Failed to update global table with name ‘{table}‘. Replicas {replicas} BillingMode is "
    "PayPerRequest. You must convert table's BillingMode to PROVISIONED to set parameters: "
    "{parameters}."};
inline constexpr Text<2> scaling_parameters_required{
    "Failed to update settings for global table with name: ‘{table}’: Parameters '{parameters}' "
    "are required unless auto scaling is being disabled."};

// The regions that can have replicas.
// [doc endpoints and quotas of DynamoDB, general.html]
inline constexpr std::array<std::string_view, 34> kGlobalTableRegions = {
    "af-south-1",     "ap-east-1",      "ap-east-2",      "ap-northeast-1", "ap-northeast-2",
    "ap-northeast-3", "ap-south-1",     "ap-south-2",     "ap-southeast-1", "ap-southeast-2",
    "ap-southeast-3", "ap-southeast-4", "ap-southeast-5", "ap-southeast-6", "ap-southeast-7",
    "ca-central-1",   "ca-west-1",      "eu-central-1",   "eu-central-2",   "eu-north-1",
    "eu-south-1",     "eu-south-2",     "eu-west-1",      "eu-west-2",      "eu-west-3",
    "il-central-1",   "me-central-1",   "me-south-1",     "mx-central-1",   "sa-east-1",
    "us-east-1",      "us-east-2",      "us-west-1",      "us-west-2",
};

// The regions that can have replicas of strongly consistent global tables. [doc
// V2globaltables_HowItWorks.html]
inline constexpr std::array<std::string_view, 10> kStrongTableRegions = {
    "ap-northeast-1",
    "ap-northeast-2",
    "ap-northeast-3",
    "eu-central-1",
    "eu-west-1",
    "eu-west-2",
    "eu-west-3",
    "us-east-1",
    "us-east-2",
    "us-west-2",
};

constexpr bool has_global_tables(std::string_view region) {
    return std::ranges::find(kGlobalTableRegions, region) != kGlobalTableRegions.end();
}

constexpr bool has_strong_tables(std::string_view region) {
    return std::ranges::find(kStrongTableRegions, region) != kStrongTableRegions.end();
}

}  // namespace stator::protocol::errors
