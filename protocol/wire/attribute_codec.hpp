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

// Appends the encoding of one AttributeValue to `out`. The JSON types must have passed
// check_types. Errors, in DynamoDB's order: nesting beyond 32 levels, then the content of the
// datatypes in document order, then more than one datatype, then none.
// AWS: [case items/value_error_order]
Result<void> decode_attribute_value(JsonView json, values::Dialect dialect, std::string& out);

// The same without the nesting check, for a value whose nesting has been checked already.
Result<void> decode_unchecked_depth(JsonView json, values::Dialect dialect, std::string& out);

// True when the value's containers nest beyond DynamoDB's limit. Never recurses deeper than that.
bool nests_too_deep(JsonView json);

// The deepest nesting of containers in the JSON below `json`, counted up to `limit`.
std::size_t nesting_levels(JsonView json, std::size_t limit);

// An item or a key: a map of attributes. Errors: empty or too long names, then those above, in
// document order.
Result<values::MutableItemImagePtr> decode_item(JsonView json, values::Dialect dialect);

// The first checks of decode_item() on their own, for operations that check something else in
// between: the names of attributes, and the nesting of all values.
Result<void> check_attribute_names(JsonView item);
Result<void> check_nesting(JsonView item);

// Appends {"S":"x"} and so on.
void append_attribute_value(std::string& out, values::AttributeValueView value);

// Appends {"name":{…},…}.
void append_item(std::string& out, const values::ItemImage& item);

// Writes the item as the writer's next value.
void write_item(JsonWriter& json, const values::ItemImage& item);
// The same, reduced to what the projection selects if there is one.
void write_item(
    JsonWriter& json,
    const values::ItemImage& item,
    const std::optional<std::vector<values::DocumentPath>>& projection
);

// Nothing when the text is not base64.
std::optional<std::string> bytes_from_base64(std::string_view text);

}  // namespace stator::protocol::wire
