#include "protocol/model/backup_definition.hpp"

#include "protocol/model/definition_json.hpp"
#include "protocol/model/table_definition.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::model {

using wire::JsonView;
using wire::JsonWriter;

std::string encode_backup_definition(const BackupDescription& backup) {
    return wire::object_text([&](JsonWriter& json) {
        json.string_member("BackupArn", backup.arn);
        json.string_member("BackupName", backup.name);
        json.string_member("BackupStatus", values::text_of(backup.status));
        json.string_member("BackupType", values::text_of(backup.type));
        definition::write_time(json, "CreationMs", backup.creation_time);
        definition::write_time(json, "ExpiryMs", backup.expiry);
        json.integer_member("BackupSizeBytes", backup.size_bytes);
        json.integer_member("ItemCount", backup.content.items);
        json.integer_member("TableSizeBytes", backup.content.bytes);
        json.raw_member("Table", encode_table_definition(backup.table));
    });
}

std::optional<BackupDescription> decode_backup_definition(std::string text) {
    const auto document = wire::JsonDocument::parse(std::move(text));
    if (!document || !document->root().is_object()) return std::nullopt;
    const JsonView json = document->root();
    const auto recorded = definition::read_object(json, "Table");
    if (!recorded) return std::nullopt;
    auto table = decode_table_definition(recorded->text());
    BackupDescription backup;
    backup.arn = definition::read_text(json, "BackupArn");
    if (!table || backup.arn.empty()) return std::nullopt;
    backup.table = std::move(*table);
    backup.name = definition::read_text(json, "BackupName");
    backup.status = values::term_from<BackupStatus>(definition::read_text(json, "BackupStatus"))
                        .value_or(backup.status);
    backup.type = values::term_from<BackupType>(definition::read_text(json, "BackupType"))
                      .value_or(backup.type);
    backup.creation_time = definition::read_time(json, "CreationMs").value_or(Instant());
    backup.expiry = definition::read_time(json, "ExpiryMs");
    backup.size_bytes = definition::read_integer(json, "BackupSizeBytes").value_or(0);
    backup.content = {
        definition::read_integer(json, "ItemCount").value_or(0),
        definition::read_integer(json, "TableSizeBytes").value_or(0)};
    return backup;
}

}  // namespace stator::protocol::model
