// TableChange: a change of one table's description, as a value. Catalog::apply() is the only code
// that carries one out.
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

// The table that a request names.
struct TableTarget {
    std::string name;  // without the ARN around it
    ApiError missing;  // the error when there is no table of that name
};

// Errors: an ARN of another region or account, whose error names `operation`.
Result<TableTarget> named_table(
    std::string_view name, std::string_view operation, const model::TableScope& scope
);

// A table as an edit sees it. Borrows.
struct EditedTable {
    const model::TableDescription& description;
    const model::TableScope& scope;
    const stream::StreamLog& streams;  // those of the region, of deleted tables too
    bool is_replica = false;           // its global table has other members
    bool is_strong = false;            // its global table has strong consistency
    Instant now = {};
};

// The next description; nothing when the table stays as it is; or an error. It is called under the
// catalog's lock, and must not call the catalog.
using TableEdit =
    std::function<Result<std::optional<model::TableDescription>>(const EditedTable& table)>;

struct TableChange {
    TableTarget target;
    TableEdit edit;
};

// For operations that find no table before its restore has ended.
// AWS: [case restores/while_creating]
Result<void> check_restored(const model::TableDescription& table);

}  // namespace stator::engine::definition
