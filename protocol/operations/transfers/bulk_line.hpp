// One line of a bulk operation's input: an item, and the condition for putting it.
//
// AWS: the condition is next to the item. The names of its members are not documented in the
// available sources, so Stator uses those of PutItem. [spec-formats: bulk operations]
#pragma once

#include <optional>
#include <string>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/operations/reading.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::protocol::operations::transfers {

struct BulkLine {
    values::MutableItemImagePtr item;
    std::optional<expression::Condition> condition = {};
};

// Decodes {"Item":{…},"ConditionExpression":"…"}. Errors: the line is not such an object; PutItem's
// errors about the item and its condition. A pure function.
Result<BulkLine> decode_bulk_line(std::string json, const Reading& reading = {});

}  // namespace stator::protocol::operations::transfers
