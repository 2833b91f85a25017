// Items as Amazon Ion's text. Pure functions.
// AWS: docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html
#pragma once

#include <string>
#include <string_view>

#include "protocol/values/attribute_value.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::protocol::formats::transfer {

// {name:value,…}.
void append_ion_item(std::string& out, const values::ItemImage& item);

void append_ion_value(std::string& out, values::AttributeValueView value);

// A name, in quotes unless it is an identifier.
void append_ion_symbol(std::string& out, std::string_view name);

// A text in quotes.
void append_ion_string(std::string& out, std::string_view text);

// A decimal of these plain digits. AWS: 103 is "103.", 600 is "6d2".
void append_ion_decimal(std::string& out, std::string_view plain_digits);

}  // namespace stator::protocol::formats::transfer
