// TableChange: a change of one table's description, as a value. Only Catalog::apply() makes such
// changes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/instant.hpp"
#include "engine/stream/stream_log.hpp"
#include "protocol/base/api_error.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/table.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::engine::definition {

// The table in a request.
struct TableTarget {
    std::string name;  // the plain name, not an ARN
    ApiError missing;  // the error if the table does not exist
};

// Errors: an ARN of another region or account, whose error names `operation`.
Result<TableTarget> named_table(
    std::string_view name, std::string_view operation, const model::TableScope& scope
);

// A table as passed to an edit. Refers to the catalog's data.
struct EditedTable {
    const model::TableDescription& description;
    const model::TableScope& scope;
    const stream::StreamLog& streams;  // those of the region, including deleted tables'
    bool is_replica = false;           // its global table has other members
    bool is_strong = false;            // its global table has strong consistency
    Instant now = {};
};

// Returns the next description, nullopt if the table does not change, or an error. Called under the
// catalog's lock, so it must not call the catalog.
using TableEdit =
    std::function<Result<std::optional<model::TableDescription>>(const EditedTable& table)>;

struct TableChange {
    TableTarget target;
    TableEdit edit;
};

// For operations that do not find a table before its restore has ended. AWS:
// [case restores/while_creating]
Result<void> check_restored(const model::TableDescription& table);

}  // namespace stator::engine::definition
