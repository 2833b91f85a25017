// Converts AttributeValue JSON ({"S":"x"}, {"M":{…}} …) to and from the encoded form.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/values/attribute_value.hpp"
#include "protocol/values/document_path.hpp"
#include "protocol/values/item_image.hpp"
#include "protocol/values/number.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::wire {

// Appends the encoding of one AttributeValue to `out`. Precondition: the JSON types have passed
// check_types(). Errors, in DynamoDB's order: nesting beyond 32 levels, then the content of the
// datatypes in document order, then more than one datatype, then none. AWS:
// [case items/value_error_order]
Result<void> decode_attribute_value(JsonView json, values::Dialect dialect, std::string& out);

// Like decode_attribute_value(), for a value whose nesting has already been checked.
Result<void> decode_unchecked_depth(JsonView json, values::Dialect dialect, std::string& out);

// Returns true if the value's containers nest beyond DynamoDB's limit. Never recurses deeper than
// that.
bool nests_too_deep(JsonView json);

// Returns the deepest nesting of containers in the JSON below `json`, but at most `limit`.
std::size_t nesting_levels(JsonView json, std::size_t limit);

// Decodes an item or a key, which is a map of attributes. Errors: empty or too long names, then
// those of decode_attribute_value(), in document order.
Result<values::MutableItemImagePtr> decode_item(JsonView json, values::Dialect dialect);

// The first checks of decode_item(): the names of attributes, and the nesting of all values. For
// operations that make other checks before the rest.
Result<void> check_attribute_names(JsonView item);
Result<void> check_nesting(JsonView item);

// Appends {"S":"x"} and so on.
void append_attribute_value(std::string& out, values::AttributeValueView value);

// Appends {"name":{…},…}.
void append_item(std::string& out, const values::ItemImage& item);

// Writes the item as the writer's next value.
void write_item(JsonWriter& json, const values::ItemImage& item);
// Writes the item, reduced to the projection if there is one.
void write_item(
    JsonWriter& json,
    const values::ItemImage& item,
    const std::optional<std::vector<values::DocumentPath>>& projection
);

// Returns nullopt if the text is not base64.
std::optional<std::string> bytes_from_base64(std::string_view text);

}  // namespace stator::protocol::wire
