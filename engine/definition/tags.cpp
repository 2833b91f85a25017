#include "engine/definition/tags.hpp"

#include <utility>

#include "protocol/base/limits.hpp"
#include "protocol/errors/table_state.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/errors/tags.hpp"

namespace stator::engine::definition {

using model::TableDescription;
using requests::settings::Tags;
using values::TableStatus;

Result<TableTarget> tagged_table(
    std::string_view arn, std::string_view operation, const model::TableScope& scope
) {
    const auto parts = model::split_arn(arn);
    if (!parts || parts->region != scope.region) return errors::malformed_resource_arn(arn);
    if (parts->account != scope.account)
        return errors::access_denied(scope.account, operation, arn);
    const std::string_view name = requests::settings::taggable_table(parts->resource);
    return TableTarget{std::string(name), errors::resource_arn_not_found(arn)};
}

Result<Tags> tags_of(const TableDescription& table, std::string_view arn) {
    if (table.status == TableStatus::Creating) return errors::resource_arn_not_found(arn);
    return table.tags;
}

TableEdit tags_edit(std::string arn, std::function<void(Tags& tags)> change) {
    using Next = std::optional<TableDescription>;
    return [arn = std::move(arn),
            change = std::move(change)](const EditedTable& table) -> Result<Next> {
        STATOR_TRY(Tags tags, tags_of(table.description, arn));
        change(tags);
        // AWS: sending the table's current tags is accepted even while it is DELETING.
        // [case tags/deleting_table]
        if (tags == table.description.tags) return Next();
        if (table.description.status == TableStatus::Deleting) {
            return errors::table_being_deleted(table.description.name);
        }
        if (tags.size() > protocol::kMaxTags) return errors::too_many_tags();
        TableDescription next = table.description;
        next.tags = std::move(tags);
        return Next(std::move(next));
    };
}

}  // namespace stator::engine::definition
