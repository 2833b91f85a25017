#include "protocol/errors/replication.hpp"

#include <algorithm>
#include <array>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

// [doc endpoints and quotas of DynamoDB, general.html]
constexpr std::array<std::string_view, 34> kRegions = {
    "af-south-1",     "ap-east-1",      "ap-east-2",      "ap-northeast-1", "ap-northeast-2",
    "ap-northeast-3", "ap-south-1",     "ap-south-2",     "ap-southeast-1", "ap-southeast-2",
    "ap-southeast-3", "ap-southeast-4", "ap-southeast-5", "ap-southeast-6", "ap-southeast-7",
    "ca-central-1",   "ca-west-1",      "eu-central-1",   "eu-central-2",   "eu-north-1",
    "eu-south-1",     "eu-south-2",     "eu-west-1",      "eu-west-2",      "eu-west-3",
    "il-central-1",   "me-central-1",   "me-south-1",     "mx-central-1",   "sa-east-1",
    "us-east-1",      "us-east-2",      "us-west-1",      "us-west-2",
};

// [doc V2globaltables_HowItWorks.html]
constexpr std::array<std::string_view, 10> kStrongRegions = {
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

constexpr std::string_view kStrongTables =
    " global tables with MultiRegionConsistency set to STRONG";

// "a, b", each between those quotes.
template <class Names>
std::string listed(const Names& names, std::string_view quote = {}) {
    std::string text;
    for (const auto& name : names) {
        if (!text.empty()) text.append(", ");
        text.append(quote).append(name).append(quote);
    }
    return text;
}

ApiError named(std::string_view before, std::string_view name, std::string_view after) {
    return validation(std::string(before).append(name).append(after));
}

}  // namespace

bool has_global_tables(std::string_view region) {
    return std::ranges::find(kRegions, region) != kRegions.end();
}

bool has_strong_tables(std::string_view region) {
    return std::ranges::find(kStrongRegions, region) != kStrongRegions.end();
}

ApiError replica_action_missing() {
    return validation("There are no actions specified in the Replica Update Action of the request."
    );
}

ApiError replica_actions_of_two_kinds() {
    return validation(
        "Update table operation with more than one type of replica actions not allowed."
    );
}

ApiError replica_actions_not_single() {
    return validation(
        "Update table operation with more than one create or delete replica actions not allowed"
    );
}

ApiError replica_of_local_region() {
    return validation(
        "Cannot add or delete the local region through ReplicaUpdates. Use CreateTable, "
        "DeleteTable, or UpdateTable as required."
    );
}

ApiError replica_region_unsupported(std::string_view region) {
    std::string message = "Region ";
    message.append(region)
        .append(
            " is not supported. The latest version of global tables are only supported in the "
            "following regions: ["
        )
        .append(listed(kRegions))
        .append("]");
    return validation(std::move(message));
}

ApiError witness_without_strong_consistency() {
    return validation(
        "MultiRegionConsistency must be set as STRONG when GlobalTableWitnessUpdates parameter is "
        "present."
    );
}

ApiError settings_mode_of_region(std::string_view mode) {
    return named(
        "Value '",
        mode,
        "' at 'GlobalTableSettingsReplicationMode' failed to satisfy constraint: Only ENABLED and "
        "DISABLED settings replication are supported for a Regional Table."
    );
}

ApiError settings_mode_of_replica(std::string_view mode) {
    return named(
        "Value '",
        mode,
        "' at 'GlobalTableSettingsReplicationMode' failed to satisfy constraint: Only "
        "ENABLED_WITH_OVERRIDES settings replication is supported for a Global Table replica."
    );
}

ApiError replicas_or_witnesses_not_alone() {
    return invalid_parameter(
        "Requests that modify replicas or witnesses must not also modify other fields"
    );
}

ApiError strong_replica_count() {
    return named("Unsupported replica count for", kStrongTables, ".");
}

ApiError strong_regions_unsupported(std::span<const std::string> regions) {
    std::string message = "Unsupported Region(s) specified for";
    message.append(kStrongTables).append(": [").append(listed(regions)).append("].");
    return validation(std::move(message));
}

ApiError region_targeted_twice() {
    return validation("Cannot target multiple regions with the same action");
}

ApiError witness_in_region_of_replica() {
    return validation(
        "Cannot add a witness in the same region as an existing replica when creating a global "
        "table with MultiRegionConsistency set to STRONG."
    );
}

ApiError consistency_without_creation() {
    return validation(
        "Only Replica Create actions are supported when MultiRegionConsistency parameter is "
        "provided."
    );
}

ApiError consistency_of_global_table() {
    return validation("MultiRegionConsistency parameter is unsupported on existing global table");
}

ApiError replica_of_strong_table() {
    return validation("Cannot add replicas to a global table with strong MultiRegionConsistency");
}

ApiError one_strong_replica_deleted() {
    return named("Deletion of only one table replica is not supported for", kStrongTables, ".");
}

ApiError witness_not_deleted() {
    return validation("Update table delete operation does not include all witnesses.");
}

ApiError witness_not_member(std::string_view region) {
    return named(
        "Update global table operation failed because one or more witnesses were not part of the "
        "global table. Please retry the request without these witnesses: [",
        region,
        "]."
    );
}

ApiError strong_table_not_empty() {
    return named("The table must not contain data to become one of the", kStrongTables, ".");
}

ApiError strong_table_with(std::string_view feature) {
    std::string message(feature);
    message.append(" not supported for").append(kStrongTables).append(".");
    return validation(std::move(message));
}

ApiError replicated_write_conflict() {
    return {
        ErrorType::ReplicatedWriteConflictException,
        "One or more items in this request are being modified by a request in another Region."};
}

ApiError replica_exists_as_table(std::string_view table) {
    return named(
        "Failed to create a the new replica of table with name: ‘",
        table,
        "’ because one or more replicas already existed as tables."
    );
}

ApiError replicas_not_members(std::span<const std::string> regions) {
    return named(
        "Update global table operation failed because one or more replicas were not part of the "
        "global table. Please retry the request without these replicas: [",
        listed(regions),
        "]."
    );
}

ApiError replica_being_created(std::string_view table, std::span<const std::string> regions) {
    std::string message = "Global table with name: '";
    message.append(table).append("' already exists with replicas in regions: '");
    message.append(listed(regions)).append("'.");
    return {ErrorType::ResourceInUseException, std::move(message)};
}

ApiError replicated_writes_not_scaled() {
    return validation("Table write capacity should either be Pay-Per-Request or AutoScaled.");
}

ApiError replica_was_source() {
    return validation(
        "Replica cannot be deleted because it has acted as a source region for new replica(s) "
        "being added to the table in the last 24 hours."
    );
}

ApiError replicas_in_flight() {
    return {
        ErrorType::ResourceInUseException,
        "The resource which you are attempting to change is in use."};
}

ApiError stream_of_replica() {
    return invalid_parameter("Disabling Stream is not allowed for a Global Table replica.");
}

ApiError legacy_global_tables() {
    return invalid_parameter(
        "DynamoDB global tables version 2017.11.29 is not supported. We recommend using DynamoDB "
        "global tables version 2019.11.21, instead of version 2017.11.29 (Legacy)."
    );
}

ApiError global_table_not_found(std::string_view table) {
    std::string message = "Global table with name: '";
    message.append(table).append("' does not exist.");
    return {ErrorType::GlobalTableNotFoundException, std::move(message)};
}

ApiError replicated_table_not_found(std::string_view table) {
    ApiError error = global_table_not_found(table);
    error.type = ErrorType::ResourceNotFoundException;
    return error;
}

ApiError scaling_of_on_demand_replicas(
    std::string_view table,
    std::span<const std::string> replicas,
    std::span<const std::string> parameters
) {
    std::string message = "Failed to update global table with name ‘";
    message.append(table).append("‘. Replicas ").append(listed(replicas, "'"));
    message.append(
        " BillingMode is PayPerRequest. You must convert table's BillingMode to PROVISIONED to set "
        "parameters: "
    );
    message.append(listed(parameters, "'")).append(".");
    return validation(std::move(message));
}

ApiError scaling_parameters_required(
    std::string_view table, std::span<const std::string> parameters
) {
    std::string message = "Failed to update settings for global table with name: ‘";
    message.append(table).append("’: Parameters '").append(listed(parameters));
    message.append("' are required unless auto scaling is being disabled.");
    return validation(std::move(message));
}

}  // namespace stator::protocol::errors
