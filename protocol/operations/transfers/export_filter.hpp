// The filter of an export: the items to export, and the attributes of each. A value; decoding is
// pure.
#pragma once

#include <optional>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/document_path.hpp"
#include "protocol/values/item_image.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::operations::transfers {

struct ExportFilter {
    // An exported item meets all of these conditions.
    std::vector<expression::Condition> conditions = {};
    // The attributes to export; nullopt: all of them.
    std::optional<std::vector<values::DocumentPath>> projection = {};
};

// Decodes a FilterSpecification whose shape has been checked. Errors: those of the expressions, as
// for a Scan; names or values that no expression uses.
Result<ExportFilter> decode_export_filter(wire::JsonView json);

// Returns the item, reduced to the attributes that the projection selects.
values::ItemImagePtr projected(const ExportFilter& filter, const values::ItemImagePtr& item);

}  // namespace stator::protocol::operations::transfers
