// The filter of an export: which items it has, and what of them. A value; decoding is pure.
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
    // An item that is exported meets each of these.
    std::vector<expression::Condition> conditions = {};
    // What is exported of it; all, if there is none.
    std::optional<std::vector<values::DocumentPath>> projection = {};
};

// A FilterSpecification whose shape has been checked. Errors: those of the expressions, as a Scan
// has them; a name or value that none of them uses.
Result<ExportFilter> decode_export_filter(wire::JsonView json);

// The item reduced to what the projection selects.
values::ItemImagePtr projected(const ExportFilter& filter, const values::ItemImagePtr& item);

}  // namespace stator::protocol::operations::transfers
