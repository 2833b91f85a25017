// DescribeTableReplicaAutoScaling and UpdateTableReplicaAutoScaling: settings that adjust the
// capacity of a global table's replicas to their traffic. Pure functions, values only.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/model/auto_scaling.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/values/table_terms.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::replication {

// AutoScalingSettingsUpdate. Absent members keep their value.
struct AutoScalingUpdate {
    std::optional<std::int64_t> minimum_units = {};
    std::optional<std::int64_t> maximum_units = {};
    bool is_disabled = false;
    std::optional<std::string> role_arn = {};
    std::optional<model::TargetTracking> policy = {};
};

// Updates by index; "" for the table itself.
using AutoScalingUpdates = std::map<std::string, AutoScalingUpdate>;

struct UpdateReplicaAutoScalingRequest {
    std::string table_name;  // a name or an ARN
    AutoScalingUpdates write = {};
    std::map<std::string, AutoScalingUpdates> read = {};  // by region
    // The names of the members that set a value, for messages.
    std::vector<std::string> parameters = {};
};

struct ReplicaAutoScaling {
    std::string region;
    values::TableStatus status = values::TableStatus::Active;

    // Sorted by index name; "" is the table itself.
    struct Source {
        std::string index;
        values::IndexStatus status = values::IndexStatus::Active;
        std::optional<model::AutoScaling> read = {};
        std::optional<model::AutoScaling> write = {};
    };

    std::vector<Source> sources = {};
};

struct TableAutoScaling {
    std::string table_name;
    values::TableStatus status = values::TableStatus::Active;
    std::vector<ReplicaAutoScaling> replicas = {};
};

struct DescribeReplicaAutoScalingRequest {
    std::string table_name;  // a name or an ARN
};

Result<DescribeReplicaAutoScalingRequest> decode_describe_replica_auto_scaling(wire::JsonView json);
Result<UpdateReplicaAutoScalingRequest> decode_update_replica_auto_scaling(wire::JsonView json);

// Returns the settings after an update. Error: members are missing, which only an update that
// disables auto scaling may omit.
Result<std::optional<model::AutoScaling>> updated_auto_scaling(
    const std::optional<model::AutoScaling>& before,
    const AutoScalingUpdate& update,
    std::string_view table
);

// The reply of both operations.
std::string encode_table_auto_scaling(const TableAutoScaling& table);

extern const wire::Shape kAutoScalingUpdateShape;
extern const wire::Shape kDescribeReplicaAutoScalingShape;
extern const wire::Shape kUpdateReplicaAutoScalingShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_update_replica_auto_scaling, encode_table_auto_scaling>
    kUpdateTableReplicaAutoScaling{
        control("UpdateTableReplicaAutoScaling", Access::Writes), &kUpdateReplicaAutoScalingShape};
inline constexpr OperationSpec<decode_describe_replica_auto_scaling, encode_table_auto_scaling>
    kDescribeTableReplicaAutoScaling{
        control("DescribeTableReplicaAutoScaling", Access::Reads),
        &kDescribeReplicaAutoScalingShape};

}  // namespace stator::protocol::operations::replication
