// The persisted form of a TableDescription: JSON text.
//
// decode(encode(t)) == t for every description. An absent member takes the default of a new
// TableDescription, so older text remains readable as members are added. Times are Unix
// milliseconds. Pure functions.
#pragma once

#include <optional>
#include <string>

#include "protocol/model/member_codec.hpp"
#include "protocol/model/table.hpp"

namespace stator::protocol::model {

std::string encode_table_definition(const TableDescription& table);

// Returns nullopt if the text is not a JSON object or has no table name.
std::optional<TableDescription> decode_table_definition(std::string text);

// The members of that text, for definitions that contain a table.
void members(MemberWriter& code, const TableDescription& table);
void members(MemberReader& code, TableDescription& table);

}  // namespace stator::protocol::model
