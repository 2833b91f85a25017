#include "protocol/operations/backups/restores.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/backups.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/model/backup_arn.hpp"
#include "protocol/operations/backups/backup_shapes.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/operations/tables/index_rules.hpp"
#include "protocol/operations/tables/table_members.hpp"
#include "protocol/operations/tables/table_shapes.hpp"
#include "protocol/wire/scalar_text.hpp"

namespace stator::protocol::operations::backups {
namespace {

using wire::JsonView;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

// The length is checked before everything else and has its own message.
constexpr Shape kTargetName{.type = ShapeType::String, .name_pattern = true};
constexpr Shape kSourceArn{
    .type = ShapeType::String, .length_min = 1, .length_max = kMaxTableArnBytes};

constexpr Member kBilling{"BillingModeOverride", &tables::shapes::kBillingModeText};
constexpr Member kGlobalIndexes{"GlobalSecondaryIndexOverride", &tables::shapes::kGlobalIndexList};
constexpr Member kLocalIndexes{"LocalSecondaryIndexOverride", &tables::shapes::kLocalIndexList};
constexpr Member kVectorIndexes{"VectorIndexOverride", &tables::shapes::kVectorIndexList};
constexpr Member kThroughput{
    "ProvisionedThroughputOverride", &tables::shapes::kProvisionedThroughput};
constexpr Member kOnDemand{"OnDemandThroughputOverride", &tables::shapes::kOnDemandThroughput};
constexpr Member kEncryption{"SSESpecificationOverride", &tables::shapes::kEncryption};

constexpr Member kFromBackupMembers[] = {
    {"TargetTableName", &kTargetName, true},
    {"BackupArn", &shapes::kBackupArn, true},
    kBilling,
    kGlobalIndexes,
    kLocalIndexes,
    kVectorIndexes,
    kThroughput,
    kOnDemand,
    kEncryption,
};
constexpr Shape kFromBackup{.members = kFromBackupMembers};

constexpr Member kToPointInTimeMembers[] = {
    {"SourceTableArn", &kSourceArn},
    {"SourceTableName", &tables::shapes::kTableNameText},
    {"TargetTableName", &kTargetName, true},
    {"UseLatestRestorableTime", &operations::shapes::kBoolean},
    {"RestoreDateTime", &operations::shapes::kTimestamp},
    kBilling,
    kGlobalIndexes,
    kLocalIndexes,
    kVectorIndexes,
    kThroughput,
    kOnDemand,
    kEncryption,
};
constexpr Shape kToPointInTime{.members = kToPointInTimeMembers};

Result<void> check_shape(JsonView json, const Shape& shape) {
    STATOR_CHECK(wire::check_types(json, shape));
    // AWS: an absent target is reported as a name that is too short.
    // [case RestoreTableFromBackup/target_name]
    const std::string_view target = json.string_or_empty("TargetTableName");
    constexpr std::size_t kMaxTableNameCharacters = 255;
    if (target.size() < kMinTableNameCharacters || target.size() > kMaxTableNameCharacters) {
        return errors::restore_target_name_length();
    }
    return wire::check_constraints(json, shape);
}

using GlobalIndexes = std::vector<tables::GlobalIndexRequest>;

Result<GlobalIndexes> read_global_indexes(JsonView json) {
    GlobalIndexes indexes;
    for (tables::IndexRequest& sent : tables::read_indexes(json, kGlobalIndexes.name)) {
        STATOR_TRY(sent.index.projection, tables::check_projection(sent.projection));
        indexes.push_back(std::move(sent.index));
    }
    return indexes;
}

Result<std::vector<model::LocalSecondaryIndex>> read_local_indexes(JsonView json) {
    std::vector<model::LocalSecondaryIndex> indexes;
    for (tables::IndexRequest& sent : tables::read_indexes(json, kLocalIndexes.name)) {
        STATOR_TRY(model::Projection projection, tables::check_projection(sent.projection));
        indexes.push_back(
            {std::move(sent.index.name), std::move(sent.index.key_schema), std::move(projection)}
        );
    }
    return indexes;
}

Result<std::vector<model::VectorIndex>> read_vector_indexes(JsonView json) {
    std::vector<model::VectorIndex> indexes;
    for (tables::VectorIndexRequest& sent :
         tables::read_vector_indexes(json, kVectorIndexes.name)) {
        STATOR_TRY(sent.index.projection, tables::check_projection(sent.projection));
        indexes.push_back(std::move(sent.index));
    }
    return indexes;
}

Result<RestoreOverrides> read_overrides(JsonView json) {
    RestoreOverrides overrides;
    overrides.billing_mode =
        values::term_from<values::BillingMode>(json.string_or_empty(kBilling.name));
    overrides.throughput = tables::read_throughput(json, kThroughput.name);
    overrides.on_demand_throughput = tables::read_on_demand_throughput(json, kOnDemand.name);
    if (json.find(kGlobalIndexes.name)) {
        STATOR_TRY(overrides.global_indexes, read_global_indexes(json));
    }
    if (json.find(kLocalIndexes.name)) {
        STATOR_TRY(overrides.local_indexes, read_local_indexes(json));
    }
    if (json.find(kVectorIndexes.name)) {
        STATOR_TRY(overrides.vector_indexes, read_vector_indexes(json));
    }
    if (const auto encryption = json.find(kEncryption.name)) {
        STATOR_TRY(overrides.encryption, tables::read_encryption(*encryption));
    }
    return overrides;
}

Result<void> check_as_on_demand(const RestoreOverrides& overrides) {
    if (overrides.throughput) return errors::restored_throughput_with_on_demand();
    for (const auto& index : overrides.global_indexes.value_or(GlobalIndexes())) {
        if (index.throughput) return errors::restored_index_throughput_with_on_demand(index.name);
    }
    return {};
}

Result<void> check_as_provisioned(const RestoreOverrides& overrides) {
    if (!overrides.throughput) return errors::restored_throughput_required();
    for (const auto& index : overrides.global_indexes.value_or(GlobalIndexes())) {
        if (!index.throughput) return errors::restored_index_throughput_required(index.name);
    }
    const model::OnDemandThroughput& maxima = overrides.on_demand_throughput;
    if (maxima.max_read_request_units) {
        return errors::restored_on_demand_of_provisioned("MaxReadRequestUnits");
    }
    if (maxima.max_write_request_units) {
        return errors::restored_on_demand_of_provisioned("MaxWriteRequestUnits");
    }
    return {};
}

Result<void> check_on_demand_range(const model::OnDemandThroughput& maxima) {
    if (maxima.max_read_request_units.value_or(1) < 1) {
        return errors::restored_on_demand_out_of_range("MaxReadRequestUnits");
    }
    if (maxima.max_write_request_units.value_or(1) < 1) {
        return errors::restored_on_demand_out_of_range("MaxWriteRequestUnits");
    }
    return {};
}

// Decodes the overrides and checks them against each other. The rest depends on the backup.
Result<RestoreOverrides> decode_overrides(JsonView json) {
    STATOR_TRY(RestoreOverrides overrides, read_overrides(json));
    if (overrides.billing_mode == values::BillingMode::PayPerRequest) {
        STATOR_CHECK(check_as_on_demand(overrides));
    }
    if (overrides.billing_mode == values::BillingMode::Provisioned) {
        STATOR_CHECK(check_as_provisioned(overrides));
    }
    STATOR_CHECK(check_on_demand_range(overrides.on_demand_throughput));
    return overrides;
}

bool is_table_arn(std::string_view text) {
    const auto parts = model::split_arn(text);
    return parts && model::is_known_partition(parts->partition) && parts->service == "dynamodb" &&
           !model::table_of_resource(parts->resource).empty();
}

Result<void> read_source(JsonView json, RestoreToPointInTimeRequest& request) {
    const auto arn = json.find("SourceTableArn");
    const auto name = json.find("SourceTableName");
    if (arn && name) return errors::restore_source_not_single();
    if (!arn && !name) return errors::table_name_required();
    request.is_source_arn = arn.has_value();
    request.source_table = arn ? arn->string() : name->string();
    if (arn && !is_table_arn(arn->string())) return errors::restore_source_arn_invalid();
    return {};
}

// AWS: UseLatestRestorableTime counts only when it is true.
// [case RestoreTableToPointInTime/time_of_request]
Result<void> read_time(JsonView json, RestoreToPointInTimeRequest& request) {
    const auto time = json.find("RestoreDateTime");
    const bool is_latest = boolean_member(json, "UseLatestRestorableTime");
    if (time && is_latest) return errors::restore_time_not_single();
    if (!time && !is_latest) return errors::restore_time_required();
    if (time) request.time = wire::moment_of(*time);
    return {};
}

}  // namespace

const wire::Shape kRestoreFromBackupShape = kFromBackup;
const wire::Shape kRestoreToPointInTimeShape = kToPointInTime;

Result<RestoreFromBackupRequest> decode_restore_from_backup(JsonView json) {
    STATOR_CHECK(check_shape(json, kFromBackup));
    RestoreFromBackupRequest request{
        std::string(json.string_or_empty("TargetTableName")),
        std::string(json.string_or_empty("BackupArn"))};
    if (!model::split_backup_arn(request.backup_arn)) return errors::invalid_backup_arn();
    STATOR_TRY(request.overrides, decode_overrides(json));
    return request;
}

Result<RestoreToPointInTimeRequest> decode_restore_to_point_in_time(JsonView json) {
    STATOR_CHECK(check_shape(json, kToPointInTime));
    RestoreToPointInTimeRequest request;
    request.target_table_name = json.string_or_empty("TargetTableName");
    STATOR_CHECK(read_source(json, request));
    STATOR_CHECK(read_time(json, request));
    STATOR_TRY(request.overrides, decode_overrides(json));
    return request;
}

}  // namespace stator::protocol::operations::backups
