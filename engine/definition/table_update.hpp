// UpdateTable as a pure function: from the current description to the next one, or a refusal. All
// or nothing.
//
// The order of the checks is DynamoDB's: the table's status, changes in progress, then meaning.
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
protocol::Result<protocol::model::TableDescription> updated_table(
    const protocol::model::TableDescription& table,
    const protocol::operations::tables::UpdateTableRequest& request,
    const protocol::model::TableScope& scope,
    Instant now
);

// The same as an edit. Errors: those of updated_table(); the stream of a replica would end; the
// settings of replicas cannot be replicated so.
TableEdit update_edit(const protocol::operations::tables::UpdateTableRequest& request);

// The reasons why the replicas of a table in this state cannot be changed.
protocol::Result<void> check_settled(const protocol::model::TableDescription& table);

// The reasons why DeleteTable refuses a table in this state.
protocol::Result<void> check_deletable(const protocol::model::TableDescription& table);

// The steps of updated_table(), each in its own file. They change a copy of the description, which
// is discarded when a later step refuses.
struct TableUpdate {
    const protocol::model::TableDescription& before;
    const protocol::operations::tables::UpdateTableRequest& request;
    const protocol::model::TableScope& scope;
    Instant now = {};

    // The billing mode the table will have.
    protocol::values::BillingMode billing() const {
        return request.billing_mode.value_or(before.billing_mode);
    }

    bool switches_billing() const { return billing() != before.billing_mode; }
};

protocol::Result<void> check_in_flight(const TableUpdate& update);
protocol::Result<void> apply_capacity(
    const TableUpdate& update, protocol::model::TableDescription& table
);
protocol::Result<void> apply_index_actions(
    const TableUpdate& update, protocol::model::TableDescription& table
);
// Creates or deletes a vector index (table_update_vectors.cpp).
protocol::Result<void> apply_vector_actions(
    const TableUpdate& update, protocol::model::TableDescription& table
);

// True when another index than this one is being created or deleted.
bool is_another_index_busy(const protocol::model::TableDescription& table, std::string_view name);
// Drops the definitions of attributes that nothing uses any longer. AWS: seen already in the
// response to the deletion of an index. [case UpdateTable/definitions_prune]
void prune_definitions(protocol::model::TableDescription& table);
// Adds the definition of an attribute that has none yet.
void add_definition(
    protocol::model::TableDescription& table,
    const std::string& attribute,
    const std::vector<protocol::values::AttributeDefinition>& definitions
);
protocol::Result<void> check_projected_attributes(const protocol::model::TableDescription& table);

// Clears the decreases of earlier days, of the table and of its global indexes, so that
// NumberOfDecreasesToday is right at that time. AWS: the count restarts at 00:00 UTC.
// [doc ServiceQuotas.html]
void count_decreases_of_day(protocol::model::TableDescription& table, Instant now);

// Sets new provisioned units as the target, with dates and the count of decreases.
void retarget(
    protocol::model::ProvisionedThroughput& throughput,
    protocol::values::CapacityUnits units,
    Instant now
);

// The maxima and the warm units of the table (empty `index`) or of an index, merged.
struct ThroughputOwner {
    std::string_view index;
    protocol::values::CapacityUnits provisioned;
    protocol::model::OnDemandThroughput& on_demand;
    protocol::model::WarmThroughput& warm;
};

protocol::Result<void> merge_maxima(
    const TableUpdate& update,
    const protocol::model::OnDemandThroughput& on_demand,
    const protocol::operations::tables::WarmThroughputRequest& warm,
    ThroughputOwner owner
);

}  // namespace stator::engine::definition
