// A line of a bulk operation's input: an item, and the condition under which it is put.
//
// AWS: the condition stands beside the item; how its members are called is not documented in what
// is known, so they are those of PutItem. [spec-formats: bulk operations]
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

// Of {"Item":{…},"ConditionExpression":"…"}. Errors: the line is no such object; those of PutItem
// about the item and its condition. A pure function.
Result<BulkLine> decode_bulk_line(std::string json, const Reading& reading = {});

}  // namespace stator::protocol::operations::transfers
