// Items as Amazon Ion text. Pure functions. AWS:
// docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html
#pragma once

#include <string>
#include <string_view>

#include "protocol/values/attribute_value.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::protocol::formats::transfer {

// Appends {name:value,…}.
void append_ion_item(std::string& out, const values::ItemImage& item);

void append_ion_value(std::string& out, values::AttributeValueView value);

// Appends a name, in quotes unless it is an identifier.
void append_ion_symbol(std::string& out, std::string_view name);

// Appends a quoted string.
void append_ion_string(std::string& out, std::string_view text);

// Appends a decimal with these plain digits. AWS: 103 is "103.", 600 is "6d2".
void append_ion_decimal(std::string& out, std::string_view plain_digits);

}  // namespace stator::protocol::formats::transfer
