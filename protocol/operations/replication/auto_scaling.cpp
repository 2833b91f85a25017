#include "protocol/operations/replication/auto_scaling.hpp"

#include <utility>

#include "protocol/errors/replication.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/operations/parameters.hpp"

namespace stator::protocol::operations::replication {
namespace {

using wire::JsonView;
using wire::JsonWriter;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

const Shape kScaledUnits{.type = ShapeType::Long, .value_min = 1};
const Shape kRole{.type = ShapeType::String, .length_min = 1, .length_max = 1'600};
const Shape kPolicyName{.type = ShapeType::String, .length_min = 1, .length_max = 256};
const Shape kNumber{.type = ShapeType::Double};
const Shape kSeconds{.type = ShapeType::Integer};
const Shape kIndexName{
    .type = ShapeType::String, .length_min = 3, .length_max = 255, .name_pattern = true};

const Member kTrackingMembers[] = {
    {"DisableScaleIn", &shapes::kBoolean},
    {"ScaleInCooldown", &kSeconds},
    {"ScaleOutCooldown", &kSeconds},
    {"TargetValue", &kNumber, true},
};
const Shape kTracking{
    .class_name = "AutoScalingTargetTrackingScalingPolicyConfigurationUpdate",
    .members = kTrackingMembers};
const Member kPolicyMembers[] = {
    {"PolicyName", &kPolicyName},
    {"TargetTrackingScalingPolicyConfiguration", &kTracking, true},
};
const Shape kPolicy{.class_name = "AutoScalingPolicyUpdate", .members = kPolicyMembers};
const Member kScalingMembers[] = {
    {"MinimumUnits", &kScaledUnits},
    {"MaximumUnits", &kScaledUnits},
    {"AutoScalingDisabled", &shapes::kBoolean},
    {"AutoScalingRoleArn", &kRole},
    {"ScalingPolicyUpdate", &kPolicy},
};
const Shape kScalingUpdate{.class_name = "AutoScalingSettingsUpdate", .members = kScalingMembers};

const Member kScaledIndexMembers[] = {
    {"IndexName", &kIndexName},
    {"ProvisionedWriteCapacityAutoScalingUpdate", &kScalingUpdate},
};
const Shape kScaledIndex{
    .class_name = "GlobalSecondaryIndexAutoScalingUpdate", .members = kScaledIndexMembers};
const Shape kScaledIndexes{.type = ShapeType::List, .element = &kScaledIndex, .length_min = 1};
const Member kReplicaIndexMembers[] = {
    {"IndexName", &kIndexName},
    {"ProvisionedReadCapacityAutoScalingUpdate", &kScalingUpdate},
};
const Shape kReplicaIndex{
    .class_name = "ReplicaGlobalSecondaryIndexAutoScalingUpdate", .members = kReplicaIndexMembers};
const Shape kReplicaIndexes{.type = ShapeType::List, .element = &kReplicaIndex};
const Member kScaledReplicaMembers[] = {
    {"RegionName", &shapes::kText, true},
    {"ReplicaGlobalSecondaryIndexUpdates", &kReplicaIndexes},
    {"ReplicaProvisionedReadCapacityAutoScalingUpdate", &kScalingUpdate},
};
const Shape kScaledReplica{
    .class_name = "ReplicaAutoScalingUpdate", .members = kScaledReplicaMembers};
const Shape kScaledReplicas{.type = ShapeType::List, .element = &kScaledReplica, .length_min = 1};

const Member kDescribeMembers[] = {{"TableName", &shapes::kTableNameOrArn}};
const Member kUpdateTableMembers[] = {
    {"TableName", &shapes::kTableNameOrArn},
    {"GlobalSecondaryIndexUpdates", &kScaledIndexes},
    {"ProvisionedWriteCapacityAutoScalingUpdate", &kScalingUpdate},
    {"ReplicaUpdates", &kScaledReplicas},
};

AutoScalingUpdate read_update(JsonView json) {
    AutoScalingUpdate update;
    if (const auto units = json.find("MinimumUnits")) update.minimum_units = units->integer();
    if (const auto units = json.find("MaximumUnits")) update.maximum_units = units->integer();
    update.is_disabled = boolean_member(json, "AutoScalingDisabled");
    if (const auto role = json.find("AutoScalingRoleArn")) update.role_arn = role->string();
    const auto policy = json.find("ScalingPolicyUpdate");
    if (!policy) return update;
    const auto sent = policy->find("TargetTrackingScalingPolicyConfiguration");
    if (!sent) return update;
    model::TargetTracking& tracking = update.policy.emplace();
    tracking.policy_name = policy->string_or_empty("PolicyName");
    tracking.disable_scale_in = boolean_member(*sent, "DisableScaleIn");
    const auto cooldown = [&](std::string_view member) -> std::optional<std::int64_t> {
        const auto seconds = sent->find(member);
        if (!seconds) return std::nullopt;
        return seconds->integer();
    };
    tracking.scale_in_cooldown_s = cooldown("ScaleInCooldown");
    tracking.scale_out_cooldown_s = cooldown("ScaleOutCooldown");
    tracking.target = sent->find("TargetValue")->number();
    return update;
}

// Reads the updates of the indexes in a list.
void read_index_updates(
    JsonView json, std::string_view list, std::string_view member, AutoScalingUpdates& updates
) {
    const auto indexes = json.find(list);
    if (!indexes) return;
    for (const auto& element : indexes->elements()) {
        const JsonView index(element);
        const auto update = index.find(member);
        if (update) updates[std::string(index.string_or_empty("IndexName"))] = read_update(*update);
    }
}

void write_policy(JsonWriter& json, const model::TargetTracking& tracking) {
    json.begin_object();
    if (!tracking.policy_name.empty()) json.string_member("PolicyName", tracking.policy_name);
    json.begin_object("TargetTrackingScalingPolicyConfiguration");
    json.boolean_member("DisableScaleIn", tracking.disable_scale_in);
    if (tracking.scale_in_cooldown_s) {
        json.integer_member("ScaleInCooldown", *tracking.scale_in_cooldown_s);
    }
    if (tracking.scale_out_cooldown_s) {
        json.integer_member("ScaleOutCooldown", *tracking.scale_out_cooldown_s);
    }
    json.decimal_member("TargetValue", tracking.target);
    json.end_object();
    json.end_object();
}

void write_settings(
    JsonWriter& json, std::string_view name, const std::optional<model::AutoScaling>& scaling
) {
    json.begin_object(name);
    if (scaling) {
        json.integer_member("MinimumUnits", scaling->minimum_units);
        json.integer_member("MaximumUnits", scaling->maximum_units);
        if (!scaling->role_arn.empty()) {
            json.string_member("AutoScalingRoleArn", scaling->role_arn);
        }
    } else {
        json.boolean_member("AutoScalingDisabled", true);
    }
    json.begin_array("ScalingPolicies");
    if (scaling) write_policy(json, scaling->policy);
    json.end_array();
    json.end_object();
}

void write_replica(JsonWriter& json, const ReplicaAutoScaling& replica) {
    json.begin_object();
    json.string_member("RegionName", replica.region);
    json.begin_array("GlobalSecondaryIndexes");
    for (const auto& source : replica.sources) {
        if (source.index.empty()) continue;
        json.begin_object();
        json.string_member("IndexName", source.index);
        json.string_member("IndexStatus", values::text_of(source.status));
        write_settings(json, "ProvisionedReadCapacityAutoScalingSettings", source.read);
        write_settings(json, "ProvisionedWriteCapacityAutoScalingSettings", source.write);
        json.end_object();
    }
    json.end_array();
    for (const auto& source : replica.sources) {
        if (!source.index.empty()) continue;
        write_settings(json, "ReplicaProvisionedReadCapacityAutoScalingSettings", source.read);
        write_settings(json, "ReplicaProvisionedWriteCapacityAutoScalingSettings", source.write);
    }
    json.string_member("ReplicaStatus", values::text_of(replica.status));
    json.end_object();
}

}  // namespace

const Shape kAutoScalingUpdateShape = kScalingUpdate;
const Shape kDescribeReplicaAutoScalingShape{.members = kDescribeMembers};
const Shape kUpdateReplicaAutoScalingShape{.members = kUpdateTableMembers};

Result<DescribeReplicaAutoScalingRequest> decode_describe_replica_auto_scaling(JsonView json) {
    STATOR_CHECK(wire::check_types(json, kDescribeReplicaAutoScalingShape));
    if (!json.find("TableName")) return errors::table_name_required();
    STATOR_CHECK(wire::check_constraints(json, kDescribeReplicaAutoScalingShape));
    return DescribeReplicaAutoScalingRequest{std::string(json.string_or_empty("TableName"))};
}

Result<UpdateReplicaAutoScalingRequest> decode_update_replica_auto_scaling(JsonView json) {
    STATOR_CHECK(wire::check_types(json, kUpdateReplicaAutoScalingShape));
    if (!json.find("TableName")) return errors::table_name_required();
    STATOR_CHECK(wire::check_constraints(json, kUpdateReplicaAutoScalingShape));
    UpdateReplicaAutoScalingRequest request{std::string(json.string_or_empty("TableName"))};
    constexpr std::string_view kWrite = "ProvisionedWriteCapacityAutoScalingUpdate";
    read_index_updates(json, "GlobalSecondaryIndexUpdates", kWrite, request.write);
    if (const auto update = json.find(kWrite)) request.write[""] = read_update(*update);
    if (const auto replicas = json.find("ReplicaUpdates")) {
        for (const auto& element : replicas->elements()) {
            const JsonView replica(element);
            AutoScalingUpdates& read =
                request.read[std::string(replica.string_or_empty("RegionName"))];
            read_index_updates(
                replica,
                "ReplicaGlobalSecondaryIndexUpdates",
                "ProvisionedReadCapacityAutoScalingUpdate",
                read
            );
            const auto update = replica.find("ReplicaProvisionedReadCapacityAutoScalingUpdate");
            if (update) read[""] = read_update(*update);
        }
    }
    for (const std::string_view member :
         {"GlobalSecondaryIndexUpdates", kWrite.data(), "ReplicaUpdates"}) {
        if (json.find(member)) request.parameters.emplace_back(member);
    }
    return request;
}

Result<std::optional<model::AutoScaling>> updated_auto_scaling(
    const std::optional<model::AutoScaling>& before,
    const AutoScalingUpdate& update,
    std::string_view table
) {
    if (update.is_disabled) return std::optional<model::AutoScaling>();
    std::vector<std::string> missing;
    if (!before && !update.minimum_units) missing.emplace_back("MinimumUnits");
    if (!before && !update.maximum_units) missing.emplace_back("MaximumUnits");
    if (!before && !update.policy) missing.emplace_back("ScalingPolicyUpdate");
    if (!missing.empty()) return errors::scaling_parameters_required(table, missing);
    model::AutoScaling after = before.value_or(model::AutoScaling());
    after.minimum_units = update.minimum_units.value_or(after.minimum_units);
    after.maximum_units = update.maximum_units.value_or(after.maximum_units);
    after.role_arn = update.role_arn.value_or(after.role_arn);
    after.policy = update.policy.value_or(after.policy);
    return std::optional(std::move(after));
}

std::string encode_table_auto_scaling(const TableAutoScaling& table) {
    return wire::object_text([&](JsonWriter& json) {
        json.begin_object("TableAutoScalingDescription");
        json.string_member("TableName", table.table_name);
        json.string_member("TableStatus", values::text_of(table.status));
        json.array_member("Replicas", table.replicas, [&](const ReplicaAutoScaling& replica) {
            write_replica(json, replica);
        });
        json.end_object();
    });
}

}  // namespace stator::protocol::operations::replication
