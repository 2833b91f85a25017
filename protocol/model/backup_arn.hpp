// The ARNs of backups: "{TableArn}/backup/{14 digits}-{8 hexadecimal digits}". Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/instant.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::protocol::model {

// The parts that identify a backup within an account. They point into its ARN.
struct BackupArnParts {
    std::string_view region;
    std::string_view table_name;
    std::string_view id;  // "01489602797149-73d8d5bc"
};

// Returns nullopt if the text is not the ARN of a backup. Accepts any partition and service.
std::optional<BackupArnParts> split_backup_arn(std::string_view arn);

// Returns the parts of an ARN that can belong to a backup of this account. Its region may differ
// from that of `scope`. AWS: DescribeBackup and DeleteBackup find the backup anyway.
// [observed 2026-10] Errors: malformed ARN, or an invalid partition, service or region
// (ValidationException); another account (AccessDeniedException).
Result<BackupArnParts> resolve_backup_arn(std::string_view arn, const TableScope& scope);

// Returns the ARN of a backup created at that time. AWS: `mark` is random, but 0 for a system
// backup. [case backups/system_backup]
std::string backup_arn(std::string_view table_arn, Instant creation_time, std::uint32_t mark);

}  // namespace stator::protocol::model
