// The persisted form of a BackupDescription: JSON text, with the recorded table as its own
// definition within.
//
// decode(encode(b)) == b for every backup. An absent member takes the default that a new
// BackupDescription has. Times are Unix milliseconds. Pure functions.
#pragma once

#include <optional>
#include <string>

#include "protocol/model/backup.hpp"

namespace stator::protocol::model {

std::string encode_backup_definition(const BackupDescription& backup);

// Nothing when the text is not a JSON object, or has no ARN or no table.
std::optional<BackupDescription> decode_backup_definition(std::string text);

}  // namespace stator::protocol::model
