#include "protocol/operations/replication/global_tables.hpp"

#include "protocol/errors/backups.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/operations/replication/auto_scaling.hpp"

namespace stator::protocol::operations::replication {
namespace {

using wire::JsonView;
using wire::JsonWriter;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

constexpr std::size_t kMinNameLength = 3;
constexpr std::size_t kMaxNameLength = 255;

// AWS: its length has its own message. [case global_tables/legacy]
const Shape kGlobalName{.type = ShapeType::String, .name_pattern = true};
const Shape kStartName{
    .type = ShapeType::String, .length_min = 3, .length_max = 255, .name_pattern = true};
const Shape kPositive{.type = ShapeType::Integer, .value_min = 1};

const Member kReplicaMembers[] = {{"RegionName", &shapes::kText}};
const Shape kReplica{.class_name = "Replica", .members = kReplicaMembers};
const Shape kReplicas{.type = ShapeType::List, .element = &kReplica};
const Member kCreateMembers[] = {
    {"GlobalTableName", &kGlobalName, true},
    {"ReplicationGroup", &kReplicas, true},
};

const Member kRegionMembers[] = {{"RegionName", &shapes::kText, true}};
const Shape kReplicaCreation{.class_name = "CreateReplicaAction", .members = kRegionMembers};
const Shape kReplicaDeletion{.class_name = "DeleteReplicaAction", .members = kRegionMembers};
const Member kUpdateActionMembers[] = {
    {"Create", &kReplicaCreation},
    {"Delete", &kReplicaDeletion},
};
const Shape kUpdateAction{.class_name = "ReplicaUpdate", .members = kUpdateActionMembers};
const Shape kUpdateActions{.type = ShapeType::List, .element = &kUpdateAction};
const Member kUpdateMembers[] = {
    {"GlobalTableName", &kGlobalName, true},
    {"ReplicaUpdates", &kUpdateActions, true},
};

const Member kNameMembers[] = {{"GlobalTableName", &kGlobalName, true}};

const Shape kBillingMode{.type = ShapeType::String, .enum_set = "[PROVISIONED, PAY_PER_REQUEST]"};
const Shape kUnits{.type = ShapeType::Long, .value_min = 1};
const Shape kIndexSettings{.class_name = "GlobalTableGlobalSecondaryIndexSettingsUpdate"};
const Shape kIndexesSettings{
    .type = ShapeType::List, .element = &kIndexSettings, .length_min = 1, .length_max = 20};
const Shape kReplicaSettings{.class_name = "ReplicaSettingsUpdate", .members = kRegionMembers};
const Shape kReplicasSettings{
    .type = ShapeType::List, .element = &kReplicaSettings, .length_min = 1, .length_max = 50};
const Member kUpdateSettingsMembers[] = {
    {"GlobalTableName", &kGlobalName, true},
    {"GlobalTableBillingMode", &kBillingMode},
    {"GlobalTableProvisionedWriteCapacityUnits", &kUnits},
    {"GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate", &kAutoScalingUpdateShape},
    {"GlobalTableGlobalSecondaryIndexSettingsUpdate", &kIndexesSettings},
    {"ReplicaSettingsUpdate", &kReplicasSettings},
};

const Member kListMembers[] = {
    {"ExclusiveStartGlobalTableName", &kStartName},
    {"Limit", &kPositive},
    {"RegionName", &shapes::kText},
};

Result<GlobalTableRequest> decode(JsonView json, const Shape& shape) {
    STATOR_CHECK(wire::check_types(json, shape));
    STATOR_CHECK(wire::check_constraints(json, shape));
    GlobalTableRequest request{std::string(json.string_or_empty("GlobalTableName"))};
    const std::size_t length = request.global_table_name.size();
    if (length < kMinNameLength || length > kMaxNameLength) {
        return errors::restore_target_name_length();
    }
    return request;
}

}  // namespace

const Shape kCreateGlobalTableShape{.members = kCreateMembers};
const Shape kUpdateGlobalTableShape{.members = kUpdateMembers};
const Shape kGlobalTableNameShape{.members = kNameMembers};
const Shape kUpdateGlobalTableSettingsShape{.members = kUpdateSettingsMembers};
const Shape kListGlobalTablesShape{.members = kListMembers};

Result<GlobalTableRequest> decode_create_global_table(JsonView json) {
    return decode(json, kCreateGlobalTableShape);
}

Result<GlobalTableRequest> decode_update_global_table(JsonView json) {
    return decode(json, kUpdateGlobalTableShape);
}

Result<GlobalTableRequest> decode_describe_global_table(JsonView json) {
    return decode(json, kGlobalTableNameShape);
}

Result<GlobalTableRequest> decode_update_global_table_settings(JsonView json) {
    return decode(json, kUpdateGlobalTableSettingsShape);
}

Result<GlobalTableRequest> decode_describe_global_table_settings(JsonView json) {
    return decode(json, kGlobalTableNameShape);
}

Result<void> decode_list_global_tables(JsonView json) {
    STATOR_CHECK(wire::check_types(json, kListGlobalTablesShape));
    return wire::check_constraints(json, kListGlobalTablesShape);
}

std::string encode_list_global_tables() {
    return wire::object_text([&](JsonWriter& json) {
        json.begin_array("GlobalTables");
        json.end_array();
    });
}

}  // namespace stator::protocol::operations::replication
