// A backup, and a table's point-in-time recovery. Values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/base/instant.hpp"
#include "protocol/model/table.hpp"

namespace stator::protocol::model {

enum class BackupStatus : unsigned char { Creating, Available, Deleted };

constexpr values::TextsTo<BackupStatus::Deleted> texts_of(BackupStatus) {
    return {"CREATING", "AVAILABLE", "DELETED"};
}

// System: created by DynamoDB when a table with point-in-time recovery is deleted.
enum class BackupType : unsigned char { User, System };

constexpr values::TextsTo<BackupType::System> texts_of(BackupType) {
    return {"USER", "SYSTEM"};
}

struct BackupDescription {
    std::string arn;  // "{TableArn}/backup/{14 digits}-{8 hexadecimal digits}"
    std::string name;
    BackupStatus status = BackupStatus::Creating;
    BackupType type = BackupType::User;
    Instant creation_time = {};
    std::int64_t size_bytes = 0;
    // AWS: set only for system backups. [case backups/system_backup]
    std::optional<Instant> expiry = {};
    // The table at the time of the backup, and the number and size of its items.
    TableDescription table;
    TableStatistics::Count content = {};

    friend bool operator==(const BackupDescription&, const BackupDescription&) = default;
};

// A table's point-in-time recovery, as shown by DescribeContinuousBackups.
struct ContinuousBackups {
    bool enabled = false;
    std::int64_t recovery_period_days = 0;
    Instant earliest_restorable = {};
    Instant latest_restorable = {};

    friend bool operator==(const ContinuousBackups&, const ContinuousBackups&) = default;
};

}  // namespace stator::protocol::model
