// What DynamoDB knows about a backup, and about a table's point-in-time recovery. Values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/instant.hpp"
#include "protocol/model/table.hpp"

namespace stator::protocol::model {

enum class BackupStatus : unsigned char { Creating, Available, Deleted };

// System: made by DynamoDB when a table with point-in-time recovery is deleted.
enum class BackupType : unsigned char { User, System };

struct BackupDescription {
    std::string arn;  // "{TableArn}/backup/{14 digits}-{8 hexadecimal digits}"
    std::string name;
    BackupStatus status = BackupStatus::Creating;
    BackupType type = BackupType::User;
    Instant creation_time = {};
    std::int64_t size_bytes = 0;
    // AWS: only of those that DynamoDB made. [case backups/system_backup]
    std::optional<Instant> expiry = {};
    // The table as it was, and what it held.
    TableDescription table;
    TableStatistics::Count content = {};

    friend bool operator==(const BackupDescription&, const BackupDescription&) = default;
};

// A table's point-in-time recovery, as DescribeContinuousBackups shows it.
struct ContinuousBackups {
    bool enabled = false;
    std::int64_t recovery_period_days = 0;
    Instant earliest_restorable = {};
    Instant latest_restorable = {};

    friend bool operator==(const ContinuousBackups&, const ContinuousBackups&) = default;
};

// "CREATING" and so on; "USER" or "SYSTEM".
std::string_view status_text(BackupStatus status);
std::string_view backup_type_text(BackupType type);

// The reverse of the above; nothing for a text that DynamoDB does not know.
std::optional<BackupStatus> backup_status_from(std::string_view text);
std::optional<BackupType> backup_type_from(std::string_view text);

}  // namespace stator::protocol::model
