// The part of Catalog that is about the time to live.

#include "engine/catalog/catalog.hpp"
#include "protocol/errors/replication.hpp"
#include "protocol/errors/streams.hpp"
#include "protocol/errors/tables.hpp"

namespace stator::engine::catalog {
namespace {

using protocol::Result;
using protocol::model::TableDescription;
using protocol::values::TableStatus;
namespace errors = protocol::errors;

// AWS: a table is invisible to UpdateTimeToLive for about a second.
// [case time_to_live/table_status]
constexpr std::int64_t kInvisibleMs = 1'000;

Result<void> check_change(
    const TableDescription& table,
    const protocol::operations::settings::UpdateTimeToLiveRequest& request
) {
    const std::string& current = table.time_to_live_attribute;
    if (current.empty()) {
        if (!request.enabled) return errors::time_to_live_already_disabled();
        return {};
    }
    if (current != request.attribute_name) return errors::time_to_live_on_other_attribute(current);
    if (request.enabled) return errors::time_to_live_already_enabled();
    return {};
}

}  // namespace

Result<void> Catalog::update_time_to_live(
    const protocol::operations::settings::UpdateTimeToLiveRequest& request, Instant now
) {
    const WriterLock lock(mutex_);
    STATOR_TRY(const Entry* found, find_restored(request.table_name, "UpdateTimeToLive"));
    TableDescription description = found->table->snapshot()->description;
    if (description.status == TableStatus::Creating) {
        const std::string& name = description.name;
        if (now - description.creation_time < kInvisibleMs) return errors::table_not_found(name);
        return errors::time_to_live_while_creating(name);
    }
    if (is_strong(description.name)) return errors::strong_table_with("Time to Live is");
    STATOR_CHECK(check_change(description, request));
    description.time_to_live_attribute = request.enabled ? request.attribute_name : "";
    Entry* entry = find(description.name);
    amend(*entry, std::move(description), now);
    return {};
}

Result<std::string> Catalog::time_to_live_attribute(std::string_view name) const {
    const ReaderLock lock(mutex_);
    STATOR_TRY(const Entry* entry, find_restored(name, "DescribeTimeToLive"));
    const auto snapshot = entry->table->snapshot();
    const TableStatus status = snapshot->description.status;
    if (status == TableStatus::Creating || status == TableStatus::Deleting) {
        return errors::time_to_live_of_changing_table(status);
    }
    return snapshot->description.time_to_live_attribute;
}

std::vector<std::shared_ptr<table::Table>> Catalog::tables_with_time_to_live() const {
    std::vector<std::shared_ptr<table::Table>> tables;
    const ReaderLock lock(mutex_);
    for (const auto& [name, entry] : tables_) {
        const bool expires = !entry.table->snapshot()->schema.time_to_live_attribute.empty();
        if (expires && entry.serves_data) tables.push_back(entry.table);
    }
    return tables;
}

}  // namespace stator::engine::catalog
