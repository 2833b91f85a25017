#include "protocol/model/backup.hpp"

namespace stator::protocol::model {

std::string_view status_text(BackupStatus status) {
    switch (status) {
        case BackupStatus::Creating: return "CREATING";
        case BackupStatus::Available: return "AVAILABLE";
        case BackupStatus::Deleted: return "DELETED";
    }
    return {};
}

std::string_view backup_type_text(BackupType type) {
    switch (type) {
        case BackupType::User: return "USER";
        case BackupType::System: return "SYSTEM";
    }
    return {};
}

std::optional<BackupStatus> backup_status_from(std::string_view text) {
    for (const auto status :
         {BackupStatus::Creating, BackupStatus::Available, BackupStatus::Deleted}) {
        if (text == status_text(status)) return status;
    }
    return std::nullopt;
}

std::optional<BackupType> backup_type_from(std::string_view text) {
    for (const auto type : {BackupType::User, BackupType::System}) {
        if (text == backup_type_text(type)) return type;
    }
    return std::nullopt;
}

}  // namespace stator::protocol::model
