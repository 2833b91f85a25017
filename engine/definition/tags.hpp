// TagResource, UntagResource and ListTagsOfResource. Pure functions.
#pragma once

#include <functional>
#include <string_view>

#include "engine/definition/table_change.hpp"
#include "protocol/operations/settings/tags.hpp"

namespace stator::engine::definition {

// AWS: an ARN of another region is malformed, an ARN of another account is denied, and a missing
// table is reported only after these. [case tags/resource_arn]
Result<TableTarget> tagged_table(
    std::string_view arn, std::string_view operation, const model::TableScope& scope
);

// The tags of the table with that ARN. Error: the table is CREATING, which counts as missing.
Result<requests::settings::Tags> tags_of(
    const model::TableDescription& table, std::string_view arn
);

// Merges the change into the table's tags, all or nothing. Errors: those of tags_of(); the result
// has too many tags; the table is DELETING.
TableEdit tags_edit(std::string arn, std::function<void(requests::settings::Tags& tags)> change);

}  // namespace stator::engine::definition
