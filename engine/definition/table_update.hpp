// UpdateTable as a pure function: from the current description to the next one, or an error. All or
// nothing.
//
// Checks run in DynamoDB's order: the table's status, changes in progress, then the meaning of the
// request.
#pragma once

#include <cstdint>

#include "engine/base/instant.hpp"
#include "engine/definition/table_change.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/table.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::engine::definition {

// The description after the changes have begun: statuses, targets, pending flags.
Result<model::TableDescription> updated_table(
    const model::TableDescription& table,
    const requests::tables::UpdateTableRequest& request,
    const model::TableScope& scope,
    Instant now
);

// updated_table() as an edit. Errors: those of updated_table(); the update would end the stream of
// a replica; the replicas' settings cannot be replicated in that mode.
TableEdit update_edit(const requests::tables::UpdateTableRequest& request);

// The reasons why the replicas of a table in this state cannot be changed.
Result<void> check_settled(const model::TableDescription& table);

// The reasons why DeleteTable rejects a table in this state.
Result<void> check_deletable(const model::TableDescription& table);

// The steps of updated_table(), each in its own file. They change a copy of the description, which
// is discarded if a later step returns an error.
struct TableUpdate {
    const model::TableDescription& before;
    const requests::tables::UpdateTableRequest& request;
    const model::TableScope& scope;
    Instant now = {};

    // The table's billing mode after the update.
    values::BillingMode billing() const {
        return request.billing_mode.value_or(before.billing_mode);
    }

    bool switches_billing() const { return billing() != before.billing_mode; }
};

Result<void> check_in_flight(const TableUpdate& update);
Result<void> apply_capacity(const TableUpdate& update, model::TableDescription& table);
Result<void> apply_index_actions(const TableUpdate& update, model::TableDescription& table);
// Creates or deletes a vector index (table_update_vectors.cpp).
Result<void> apply_vector_actions(const TableUpdate& update, model::TableDescription& table);

// True if an index other than `name` is being created or deleted.
bool is_another_index_busy(const model::TableDescription& table, std::string_view name);
// Drops the definitions of attributes that are no longer used. AWS: already visible in the reply to
// the deletion of an index. [case UpdateTable/definitions_prune]
void prune_definitions(model::TableDescription& table);
// Adds the definition of an attribute that does not have one.
void add_definition(
    model::TableDescription& table,
    const std::string& attribute,
    const std::vector<values::AttributeDefinition>& definitions
);
Result<void> check_projected_attributes(const model::TableDescription& table);

// Clears the decreases of earlier days, of the table and of its global indexes, so that
// NumberOfDecreasesToday is correct at that time. AWS: the count restarts at 00:00 UTC.
// [doc ServiceQuotas.html]
void count_decreases_of_day(model::TableDescription& table, Instant now);

// Sets new provisioned units as the target, with dates and the count of decreases.
void retarget(model::ProvisionedThroughput& throughput, values::CapacityUnits units, Instant now);

// The maximum and warm throughput of the table (empty `index`) or of an index, with the request
// applied.
struct ThroughputOwner {
    std::string_view index;
    values::CapacityUnits provisioned;
    model::OnDemandThroughput& on_demand;
    model::WarmThroughput& warm;
};

Result<void> merge_maxima(
    const TableUpdate& update,
    const model::OnDemandThroughput& on_demand,
    const requests::tables::WarmThroughputRequest& warm,
    ThroughputOwner owner
);

}  // namespace stator::engine::definition
