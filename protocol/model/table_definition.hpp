// The persisted form of a TableDescription: JSON text.
//
// decode(encode(t)) == t for every description. An absent member takes the default that a new
// TableDescription has, so older text stays readable as members are added. Times are Unix
// milliseconds. Pure functions.
#pragma once

#include <optional>
#include <string>

#include "protocol/model/member_codec.hpp"
#include "protocol/model/table.hpp"

namespace stator::protocol::model {

std::string encode_table_definition(const TableDescription& table);

// Nothing when the text is not a JSON object or names no table.
std::optional<TableDescription> decode_table_definition(std::string text);

// The members of that text, for definitions with a table in them.
void members(MemberWriter& code, const TableDescription& table);
void members(MemberReader& code, TableDescription& table);

}  // namespace stator::protocol::model
