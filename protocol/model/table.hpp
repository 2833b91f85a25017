// TableDescription: everything DynamoDB knows about a table except its items. A value.
//
// CreateTable and UpdateTable build it, DescribeTable prints it, the data file keeps it, and the
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
    // The units that an update under way will set. AWS: DescribeTable shows the old units
    // until the table or index is ACTIVE again. [case UpdateTable/throughput]
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
    // Set while an update is under way: Status is then UPDATING, otherwise ACTIVE.
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
    // As in TableDescription.
    std::int64_t partitions = 0;

    // True when writers must maintain the index: from the start of the backfill on.
    bool is_maintained() const {
        switch (status) {
            case values::IndexStatus::Creating: return backfilling;
            case values::IndexStatus::Active:
            case values::IndexStatus::Updating: return true;
            case values::IndexStatus::Deleting: return false;
        }
        return false;
    }

    // True in the first phase of an index added to an existing table.
    bool is_allocating() const { return status == values::IndexStatus::Creating && !backfilling; }

    friend bool operator==(const GlobalSecondaryIndex&, const GlobalSecondaryIndex&) = default;
};

struct StreamSpecification {
    bool enabled = false;
    values::StreamViewType view_type = values::StreamViewType::NewAndOldImages;

    friend bool operator==(const StreamSpecification&, const StreamSpecification&) = default;
};

// Point-in-time recovery of a table, while it is on.
struct PointInTimeRecovery {
    Instant since = {};  // when it was switched on
    std::int64_t period_days = 0;

    friend bool operator==(const PointInTimeRecovery&, const PointInTimeRecovery&) = default;
};

// A Kinesis data stream that a table sends its changes to, or sent them to once.
struct KinesisDestination {
    std::string stream_arn;
    values::DestinationStatus status = values::DestinationStatus::Enabling;
    std::string status_description = {};  // why it is ENABLE_FAILED
    // As a request has set it; MILLISECOND counts otherwise.
    std::optional<values::TimePrecision> precision = {};
    // What an update under way will set.
    std::optional<values::TimePrecision> next_precision = {};

    // AWS: an update does not interrupt it; nothing is sent any more from DISABLING on.
    bool takes_records() const {
        return status == values::DestinationStatus::Active ||
               status == values::DestinationStatus::Updating;
    }

    friend bool operator==(const KinesisDestination&, const KinesisDestination&) = default;
};

// The one that takes records now, or null.
const KinesisDestination* receiver(const std::vector<KinesisDestination>& destinations);

// Accepted changes of a table that are not complete yet. They are part of the description so that
// they outlive the process.
struct PendingChanges {
    bool capacity = false;  // provisioned throughput or billing mode
    bool stream = false;
    bool encryption = false;  // the table stays ACTIVE meanwhile
    std::optional<values::TableClass> table_class = {};
    bool replicas = false;  // a replica in another region comes or goes

    friend bool operator==(const PendingChanges&, const PendingChanges&) = default;
};

// Where the items of a table that is being restored come from.
struct RestoreSummary {
    std::string source_backup_arn;  // "" when they come from a table's point-in-time recovery
    std::string source_table_arn;
    Instant date = {};  // the moment whose items are restored

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
    // Set once the table has been PAY_PER_REQUEST; BillingModeSummary is shown from then on.
    std::optional<Instant> last_update_to_pay_per_request = {};
    ProvisionedThroughput throughput = {};
    OnDemandThroughput on_demand_throughput = {};
    WarmThroughput warm_throughput = {};
    // With how many partitions Stator was told to start; 0 when the throughput decides alone. No
    // client sees it.
    std::int64_t partitions = 0;

    StreamSpecification stream = {};
    std::string latest_stream_label = {};  // "" when there never was a stream
    std::string latest_stream_arn = {};
    // The attribute that says when an item expires; "" while Time to Live is off.
    std::string time_to_live_attribute = {};

    std::optional<values::TableClass> table_class = {};
    std::optional<Instant> table_class_update = {};
    std::optional<std::string> kms_master_key_arn = {};  // set when SSE with KMS is on
    // An import fills it: it stays CREATING until that has ended.
    bool is_importing = false;
    bool deletion_protection = false;
    // GlobalTableSettingsReplicationMode, as it was set on a table of one region.
    std::optional<bool> settings_replication = {};
    std::optional<PointInTimeRecovery> recovery = {};

    std::map<std::string, std::string> tags = {};
    ResourcePolicies policies = {};
    InsightsByIndex insights = {};
    // In the order in which they were first enabled; at most one of them is at work.
    std::vector<KinesisDestination> kinesis_destinations = {};
    PendingChanges pending = {};
    // AWS: known only until the restored table is ACTIVE. [case restores/summary]
    std::optional<RestoreSummary> restore = {};

    friend bool operator==(const TableDescription&, const TableDescription&) = default;
};

// Item counts and bytes of a table and its indexes, measured when asked.
struct TableStatistics {
    struct Count {
        std::int64_t items = 0;
        std::int64_t bytes = 0;

        friend bool operator==(const Count&, const Count&) = default;
    };

    Count table;
    std::map<std::string, Count> indexes;  // by index name, all kinds
};

// The index with that name, or null.
const GlobalSecondaryIndex* find_global_index(const TableDescription& table, std::string_view name);
GlobalSecondaryIndex* find_global_index(TableDescription& table, std::string_view name);
const LocalSecondaryIndex* find_local_index(const TableDescription& table, std::string_view name);
const VectorIndex* find_vector_index(const TableDescription& table, std::string_view name);
VectorIndex* find_vector_index(TableDescription& table, std::string_view name);

}  // namespace stator::protocol::model
