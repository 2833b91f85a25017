// DescribeTableReplicaAutoScaling and UpdateTableReplicaAutoScaling: how the capacity of a global
// table's replicas follows the traffic. Pure functions, values only.
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

// AutoScalingSettingsUpdate. Absent members stay as they are.
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
    std::string table_name;  // or its ARN
    AutoScalingUpdates write = {};
    std::map<std::string, AutoScalingUpdates> read = {};  // by region
    // The members that set anything, as messages name them.
    std::vector<std::string> parameters = {};
};

struct ReplicaAutoScaling {
    std::string region;
    values::TableStatus status = values::TableStatus::Active;

    // Index names of the table, "" for the table itself, in the order of their names.
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
    std::string table_name;  // or its ARN
};

Result<DescribeReplicaAutoScalingRequest> decode_describe_replica_auto_scaling(wire::JsonView json);
Result<UpdateReplicaAutoScalingRequest> decode_update_replica_auto_scaling(wire::JsonView json);

// What an update leaves. Error: members are missing that only disabling does without.
Result<std::optional<model::AutoScaling>> updated_auto_scaling(
    const std::optional<model::AutoScaling>& before,
    const AutoScalingUpdate& update,
    std::string_view table
);

// What both operations answer.
std::string encode_table_auto_scaling(const TableAutoScaling& table);

extern const wire::Shape kAutoScalingUpdateShape;
extern const wire::Shape kDescribeReplicaAutoScalingShape;
extern const wire::Shape kUpdateReplicaAutoScalingShape;

// The operations of this file, for the lists of all.
inline constexpr OperationSpec<decode_update_replica_auto_scaling, encode_table_auto_scaling>
    kUpdateTableReplicaAutoScaling{
        control("UpdateTableReplicaAutoScaling", Access::Writes), &kUpdateReplicaAutoScalingShape};
inline constexpr OperationSpec<decode_describe_replica_auto_scaling, encode_table_auto_scaling>
    kDescribeTableReplicaAutoScaling{
        control("DescribeTableReplicaAutoScaling", Access::Reads),
        &kDescribeReplicaAutoScalingShape};

}  // namespace stator::protocol::operations::replication
