// The persisted form of a BackupDescription: JSON text that contains the definition of the recorded
// table.
//
// decode(encode(b)) == b for every backup. An absent member takes the default of a new
// BackupDescription. Times are Unix milliseconds. Pure functions.
#pragma once

#include <optional>
#include <string>

#include "protocol/model/backup.hpp"

namespace stator::protocol::model {

std::string encode_backup_definition(const BackupDescription& backup);

// Returns nullopt if the text is not a JSON object, or has no ARN or no table.
std::optional<BackupDescription> decode_backup_definition(std::string text);

}  // namespace stator::protocol::model
