// The catalog's part in tagging: which table an ARN means, and merging all or nothing.

#include "engine/catalog/catalog.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/table_state.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/errors/tags.hpp"

namespace stator::engine::catalog {

using protocol::Result;
using protocol::model::TableDescription;
using protocol::operations::settings::Tags;
using protocol::values::TableStatus;

namespace errors = protocol::errors;

// AWS: another region is a malformed ARN, another account is refused access, and only then may
// the table be missing; CREATING counts as missing. [case tags/resource_arn]
Result<const Catalog::Entry*> Catalog::find_resource(
    std::string_view arn, std::string_view operation
) const {
    const auto parts = protocol::model::split_arn(arn);
    if (!parts || parts->region != scope_.region) return errors::malformed_resource_arn(arn);
    if (parts->account != scope_.account) {
        return errors::access_denied(scope_.account, operation, arn);
    }
    const Entry* entry = find(protocol::operations::settings::taggable_table(parts->resource));
    if (entry == nullptr) return errors::resource_arn_not_found(arn);
    const TableStatus status = entry->table->snapshot()->description.status;
    if (status == TableStatus::Creating) return errors::resource_arn_not_found(arn);
    return entry;
}

Result<void> Catalog::change_tags(
    std::string_view arn,
    std::string_view operation,
    Instant now,
    const std::function<void(Tags&)>& change
) {
    const WriterLock lock(mutex_);
    STATOR_TRY(const Entry* found, find_resource(arn, operation));
    TableDescription description = found->table->snapshot()->description;
    const Tags before = description.tags;
    change(description.tags);
    // AWS: sending the tags a table has is accepted even while it is DELETING.
    // [case tags/deleting_table]
    if (description.tags == before) return {};
    if (description.status == TableStatus::Deleting) {
        return errors::table_being_deleted(description.name);
    }
    if (description.tags.size() > protocol::kMaxTags) return errors::too_many_tags();
    Entry* entry = find(description.name);
    amend(*entry, std::move(description), now);
    return {};
}

Result<void> Catalog::tag_resource(
    const protocol::operations::settings::TagResourceRequest& request, Instant now
) {
    return change_tags(request.resource_arn, "TagResource", now, [&](Tags& tags) {
        for (const auto& [key, value] : request.tags) tags.insert_or_assign(key, value);
    });
}

Result<void> Catalog::untag_resource(
    const protocol::operations::settings::UntagResourceRequest& request, Instant now
) {
    return change_tags(request.resource_arn, "UntagResource", now, [&](Tags& tags) {
        for (const std::string& key : request.tag_keys) tags.erase(key);
    });
}

Result<Tags> Catalog::list_tags(const protocol::operations::settings::ListTagsRequest& request
) const {
    const ReaderLock lock(mutex_);
    STATOR_TRY(const Entry* entry, find_resource(request.resource_arn, "ListTagsOfResource"));
    return entry->table->snapshot()->description.tags;
}

}  // namespace stator::engine::catalog
