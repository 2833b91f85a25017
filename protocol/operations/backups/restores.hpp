// RestoreTableFromBackup and RestoreTableToPointInTime: requests, and the checks that need no
// table. Both reply with a TableDescription (tables.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/base/instant.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/operations/tables/tables.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::backups {

// Settings that override those of the backup. Absent members keep the backup's value.
struct RestoreOverrides {
    std::optional<values::BillingMode> billing_mode = {};
    // Only of the table, not of its indexes.
    std::optional<values::CapacityUnits> throughput = {};
    model::OnDemandThroughput on_demand_throughput = {};
    // The indexes to keep, matched by keys and projection; their names may differ.
    std::optional<std::vector<tables::GlobalIndexRequest>> global_indexes = {};
    std::optional<std::vector<model::LocalSecondaryIndex>> local_indexes = {};
    std::optional<std::vector<model::VectorIndex>> vector_indexes = {};
    std::optional<tables::EncryptionRequest> encryption = {};
};

struct RestoreFromBackupRequest {
    std::string target_table_name;
    std::string backup_arn;
    RestoreOverrides overrides = {};
};

struct RestoreToPointInTimeRequest {
    std::string source_table;  // a name or an ARN
    bool is_source_arn = false;
    std::string target_table_name;
    std::optional<Instant> time = {};  // nullopt: the latest restorable time
    RestoreOverrides overrides = {};
};

Result<RestoreFromBackupRequest> decode_restore_from_backup(wire::JsonView json);
Result<RestoreToPointInTimeRequest> decode_restore_to_point_in_time(wire::JsonView json);

// The shapes of these requests.
extern const wire::Shape kRestoreFromBackupShape;
extern const wire::Shape kRestoreToPointInTimeShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_restore_from_backup, tables::encode_restored_table>
    kRestoreTableFromBackup{
        control("RestoreTableFromBackup", Access::Writes), &kRestoreFromBackupShape};
inline constexpr OperationSpec<decode_restore_to_point_in_time, tables::encode_restored_table>
    kRestoreTableToPointInTime{
        control("RestoreTableToPointInTime", Access::Writes), &kRestoreToPointInTimeShape};

}  // namespace stator::protocol::operations::backups
