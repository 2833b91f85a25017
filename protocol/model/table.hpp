// TableDescription: everything about a table except its items. A value.
//
// CreateTable and UpdateTable build it, DescribeTable prints it, and the data file stores it. The
// engine compiles it into the schema that its writers use.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/instant.hpp"
#include "protocol/model/contributor_insights.hpp"
#include "protocol/model/projection.hpp"
#include "protocol/model/resource_policy.hpp"
#include "protocol/model/vector_index.hpp"
#include "protocol/values/kinesis_terms.hpp"
#include "protocol/values/table_terms.hpp"

namespace stator::protocol::model {

struct ProvisionedThroughput {
    std::int64_t read_capacity_units = 0;
    std::int64_t write_capacity_units = 0;
    std::optional<Instant> last_increase = {};
    std::optional<Instant> last_decrease = {};
    std::int64_t decreases_today = 0;
    // The units that an update in progress will set. AWS: DescribeTable shows the old units until
    // the table or index is ACTIVE again. [case UpdateTable/throughput]
    std::optional<values::CapacityUnits> target = {};

    friend bool operator==(const ProvisionedThroughput&, const ProvisionedThroughput&) = default;
};

// MaxReadRequestUnits and MaxWriteRequestUnits; absent means unlimited.
struct OnDemandThroughput {
    std::optional<std::int64_t> max_read_request_units = {};
    std::optional<std::int64_t> max_write_request_units = {};

    bool is_set() const { return max_read_request_units || max_write_request_units; }

    friend bool operator==(const OnDemandThroughput&, const OnDemandThroughput&) = default;
};

struct WarmThroughput {
    std::int64_t read_units_per_second = 0;
    std::int64_t write_units_per_second = 0;
    // Set while an update is in progress. Status is then UPDATING, otherwise ACTIVE.
    std::optional<values::CapacityUnits> target = {};

    friend bool operator==(const WarmThroughput&, const WarmThroughput&) = default;
};

struct LocalSecondaryIndex {
    std::string name;
    values::KeySchema key_schema;
    Projection projection;

    friend bool operator==(const LocalSecondaryIndex&, const LocalSecondaryIndex&) = default;
};

struct GlobalSecondaryIndex {
    std::string name;
    values::KeySchema key_schema;
    Projection projection;
    values::IndexStatus status = values::IndexStatus::Creating;
    // For an index added to an existing table: true from the end of resource allocation until the
    // index is ACTIVE.
    bool backfilling = false;
    ProvisionedThroughput throughput = {};
    OnDemandThroughput on_demand_throughput = {};
    WarmThroughput warm_throughput = {};
    // See TableDescription::partitions.
    std::int64_t partitions = 0;

    // Returns true if writers must maintain the index, beginning with the backfill.
    bool is_maintained() const {
        switch (status) {
            case values::IndexStatus::Creating: return backfilling;
            case values::IndexStatus::Active:
            case values::IndexStatus::Updating: return true;
            case values::IndexStatus::Deleting: return false;
        }
        return false;
    }

    // Returns true in the first phase of an index added to an existing table.
    bool is_allocating() const { return status == values::IndexStatus::Creating && !backfilling; }

    friend bool operator==(const GlobalSecondaryIndex&, const GlobalSecondaryIndex&) = default;
};

struct StreamSpecification {
    bool enabled = false;
    values::StreamViewType view_type = values::StreamViewType::NewAndOldImages;

    friend bool operator==(const StreamSpecification&, const StreamSpecification&) = default;
};

// Enabled point-in-time recovery of a table.
struct PointInTimeRecovery {
    Instant since = {};  // time at which it was enabled
    std::int64_t period_days = 0;

    friend bool operator==(const PointInTimeRecovery&, const PointInTimeRecovery&) = default;
};

// A Kinesis data stream that is or was a destination for a table's changes.
struct KinesisDestination {
    std::string stream_arn;
    values::DestinationStatus status = values::DestinationStatus::Enabling;
    std::string status_description = {};  // the reason for ENABLE_FAILED
    // As set by a request; nullopt means MILLISECOND.
    std::optional<values::TimePrecision> precision = {};
    // The precision that an update in progress will set.
    std::optional<values::TimePrecision> next_precision = {};

    // AWS: an update does not interrupt delivery. Delivery ends with the status DISABLING.
    bool takes_records() const {
        return status == values::DestinationStatus::Active ||
               status == values::DestinationStatus::Updating;
    }

    friend bool operator==(const KinesisDestination&, const KinesisDestination&) = default;
};

// Returns the destination that currently accepts records, or null.
const KinesisDestination* receiver(const std::vector<KinesisDestination>& destinations);

// Accepted changes of a table that are not complete yet. They are part of the description so that
// they survive a restart.
struct PendingChanges {
    bool capacity = false;  // provisioned throughput or billing mode
    bool stream = false;
    bool encryption = false;  // the table remains ACTIVE during it
    std::optional<values::TableClass> table_class = {};
    bool replicas = false;  // a replica in another region is added or removed

    friend bool operator==(const PendingChanges&, const PendingChanges&) = default;
};

// The source of the items of a table that is being restored.
struct RestoreSummary {
    std::string source_backup_arn;  // "" for a restore to a point in time
    std::string source_table_arn;
    Instant date = {};  // the restored point in time

    friend bool operator==(const RestoreSummary&, const RestoreSummary&) = default;
};

struct TableDescription {
    std::string name;
    std::string table_id;  // UUID, lower case; constant for the table's life
    std::string table_arn;
    values::TableStatus status = values::TableStatus::Creating;
    Instant creation_time = {};  // Unix time

    std::vector<values::AttributeDefinition> attribute_definitions;  // sorted by name
    values::KeySchema key_schema;
    std::vector<LocalSecondaryIndex> local_indexes;
    std::vector<GlobalSecondaryIndex> global_indexes;
    std::vector<VectorIndex> vector_indexes = {};

    values::BillingMode billing_mode = values::BillingMode::Provisioned;
    // Set once the table has been PAY_PER_REQUEST. BillingModeSummary is shown after that.
    std::optional<Instant> last_update_to_pay_per_request = {};
    ProvisionedThroughput throughput = {};
    OnDemandThroughput on_demand_throughput = {};
    WarmThroughput warm_throughput = {};
    // The configured initial number of partitions; 0 if only the throughput determines it. Not
    // shown to clients.
    std::int64_t partitions = 0;

    StreamSpecification stream = {};
    std::string latest_stream_label = {};  // "" if there has never been a stream
    std::string latest_stream_arn = {};
    // The attribute that contains an item's expiry time; "" if Time to Live is disabled.
    std::string time_to_live_attribute = {};

    std::optional<values::TableClass> table_class = {};
    std::optional<Instant> table_class_update = {};
    std::optional<std::string> kms_master_key_arn = {};  // set if SSE with KMS is enabled
    // True for the target of an import. It remains CREATING until the import has ended.
    bool is_importing = false;
    bool deletion_protection = false;
    // GlobalTableSettingsReplicationMode, as configured for a table in one region.
    std::optional<bool> settings_replication = {};
    std::optional<PointInTimeRecovery> recovery = {};

    std::map<std::string, std::string> tags = {};
    ResourcePolicies policies = {};
    InsightsByIndex insights = {};
    // In the order in which they were first enabled. At most one of them is active.
    std::vector<KinesisDestination> kinesis_destinations = {};
    PendingChanges pending = {};
    // AWS: shown only until the restored table is ACTIVE. [case restores/summary]
    std::optional<RestoreSummary> restore = {};

    friend bool operator==(const TableDescription&, const TableDescription&) = default;
};

// Item counts and bytes of a table and its indexes, measured on request.
struct TableStatistics {
    struct Count {
        std::int64_t items = 0;
        std::int64_t bytes = 0;

        friend bool operator==(const Count&, const Count&) = default;
    };

    Count table;
    std::map<std::string, Count> indexes;  // by index name, all kinds
};

// Each returns the index with that name, or null.
const GlobalSecondaryIndex* find_global_index(const TableDescription& table, std::string_view name);
GlobalSecondaryIndex* find_global_index(TableDescription& table, std::string_view name);
const LocalSecondaryIndex* find_local_index(const TableDescription& table, std::string_view name);
const VectorIndex* find_vector_index(const TableDescription& table, std::string_view name);
VectorIndex* find_vector_index(TableDescription& table, std::string_view name);

}  // namespace stator::protocol::model
