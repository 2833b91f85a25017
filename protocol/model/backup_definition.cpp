#include "protocol/model/backup_definition.hpp"

#include "protocol/model/member_codec.hpp"
#include "protocol/model/table_definition.hpp"

namespace stator::protocol::model {

void members(auto& code, Like<BackupDescription> auto& backup) {
    code.demand("BackupArn", backup.arn);
    code("BackupName", backup.name);
    code("BackupStatus", backup.status);
    code("BackupType", backup.type);
    code("CreationMs", backup.creation_time);
    code("ExpiryMs", backup.expiry);
    code("BackupSizeBytes", backup.size_bytes);
    code("ItemCount", backup.content.items);
    code("TableSizeBytes", backup.content.bytes);
    code.demand("Table", backup.table);
}

std::string encode_backup_definition(const BackupDescription& backup) {
    return stored_text(backup);
}

std::optional<BackupDescription> decode_backup_definition(std::string text) {
    return from_stored<BackupDescription>(std::move(text));
}

}  // namespace stator::protocol::model
