// RestoreTableFromBackup and RestoreTableToPointInTime: requests, and what can be checked without
// a table. Both are answered with a TableDescription (tables.hpp).
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

// What the new table has in place of what was recorded. An absent member keeps what was recorded.
struct RestoreOverrides {
    std::optional<values::BillingMode> billing_mode = {};
    // Of the table alone.
    std::optional<values::CapacityUnits> throughput = {};
    model::OnDemandThroughput on_demand_throughput = {};
    // The indexes to keep, matched by keys and projection; the name may be another one.
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
    std::string source_table;  // name or ARN
    bool is_source_arn = false;
    std::string target_table_name;
    std::optional<Instant> time = {};  // nothing: the latest restorable one
    RestoreOverrides overrides = {};
};

Result<RestoreFromBackupRequest> decode_restore_from_backup(wire::JsonView json);
Result<RestoreToPointInTimeRequest> decode_restore_to_point_in_time(wire::JsonView json);

// What these requests are checked against.
extern const wire::Shape kRestoreFromBackupShape;
extern const wire::Shape kRestoreToPointInTimeShape;

// The operations of this file, for the lists of all.
inline constexpr OperationSpec<decode_restore_from_backup, tables::encode_restored_table>
    kRestoreTableFromBackup{
        control("RestoreTableFromBackup", Access::Writes), &kRestoreFromBackupShape};
inline constexpr OperationSpec<decode_restore_to_point_in_time, tables::encode_restored_table>
    kRestoreTableToPointInTime{
        control("RestoreTableToPointInTime", Access::Writes), &kRestoreToPointInTimeShape};

}  // namespace stator::protocol::operations::backups
