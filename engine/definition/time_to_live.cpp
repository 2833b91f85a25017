#include "engine/definition/time_to_live.hpp"

#include "protocol/errors/replication.hpp"
#include "protocol/errors/streams.hpp"
#include "protocol/errors/tables.hpp"

namespace stator::engine::definition {
namespace {

using model::TableDescription;
using requests::settings::UpdateTimeToLiveRequest;
using values::TableStatus;

// AWS: a table is invisible to UpdateTimeToLive for about a second.
// [case time_to_live/table_status]
constexpr std::int64_t kInvisibleMs = 1'000;

Result<void> check_change(const TableDescription& table, const UpdateTimeToLiveRequest& request) {
    const std::string& current = table.time_to_live_attribute;
    if (current.empty()) {
        if (!request.enabled) return errors::time_to_live_already_disabled();
        return {};
    }
    if (current != request.attribute_name) return errors::time_to_live_on_other_attribute(current);
    if (request.enabled) return errors::time_to_live_already_enabled();
    return {};
}

Result<std::optional<TableDescription>> edited(
    const EditedTable& table, const UpdateTimeToLiveRequest& request
) {
    TableDescription next = table.description;
    STATOR_CHECK(check_restored(next));
    if (next.status == TableStatus::Creating) {
        if (table.now - next.creation_time < kInvisibleMs) {
            return errors::table_not_found(next.name);
        }
        return errors::time_to_live_while_creating(next.name);
    }
    if (table.is_strong) return errors::strong_table_with("Time to Live is");
    STATOR_CHECK(check_change(next, request));
    next.time_to_live_attribute = request.enabled ? request.attribute_name : "";
    return std::optional(std::move(next));
}

}  // namespace

TableEdit time_to_live_edit(const UpdateTimeToLiveRequest& request) {
    return [request](const EditedTable& table) { return edited(table, request); };
}

Result<std::string> time_to_live_attribute(const TableDescription& table) {
    STATOR_CHECK(check_restored(table));
    if (table.status == TableStatus::Creating || table.status == TableStatus::Deleting) {
        const std::string_view status = values::text_of(table.status);
        return errors::time_to_live_of_changing_table(status, status);
    }
    return table.time_to_live_attribute;
}

}  // namespace stator::engine::definition
