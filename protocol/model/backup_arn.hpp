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

// What identifies a backup within an account, borrowed from its ARN.
struct BackupArnParts {
    std::string_view region;
    std::string_view table_name;
    std::string_view id;  // "01489602797149-73d8d5bc"
};

// Nothing for a text that is not the ARN of a backup, of whatever partition and service.
std::optional<BackupArnParts> split_backup_arn(std::string_view arn);

// The parts of an ARN, once it can be one of a backup of this account. Its region may differ from
// the scope's. AWS: DescribeBackup and DeleteBackup find the backup all the same.
// [observed 2026-10]
// Errors: another form, a partition, service or region that cannot be (ValidationException),
// another account (AccessDeniedException).
Result<BackupArnParts> resolve_backup_arn(std::string_view arn, const TableScope& scope);

// The ARN of a backup made at that time. AWS: `mark` is random, but 0 for a system backup.
// [case backups/system_backup]
std::string backup_arn(std::string_view table_arn, Instant creation_time, std::uint32_t mark);

}  // namespace stator::protocol::model
