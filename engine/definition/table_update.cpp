#include "engine/definition/table_update.hpp"

#include <algorithm>

#include "engine/definition/table_creation.hpp"
#include "protocol/errors/replication.hpp"
#include "protocol/errors/table_state.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/errors/throughput.hpp"

namespace stator::engine::definition {
namespace {

using model::TableDescription;
using values::IndexStatus;
using values::TableStatus;

// The table's changes in progress, which the checks ask for.
class InFlight {
public:
    explicit InFlight(const TableDescription& table) : table_(table) {}

    Result<void> check_capacity_change() const {
        if (table_.pending.capacity) return errors::throughput_in_flight(table_.name);
        if (table_.pending.stream) return stream_error(errors::throughput_while_stream_in_flight);
        if (const auto* index = allocating_index()) {
            return errors::throughput_while_index_created(table_.name, *index);
        }
        if (const auto* index = deleting_index()) {
            return errors::throughput_while_index_deleted(table_.name, *index);
        }
        return {};
    }

    Result<void> check_stream_change() const {
        if (table_.pending.capacity) {
            return errors::stream_while_throughput_in_flight(table_.name);
        }
        if (table_.pending.stream) return stream_error(errors::stream_in_flight);
        if (const auto* index = allocating_index()) {
            return errors::stream_while_index_created(table_.name, *index);
        }
        return {};
    }

    Result<void> check_index_lifecycle() const {
        if (table_.pending.capacity) return errors::index_while_throughput_in_flight(table_.name);
        if (table_.pending.stream) return stream_error(errors::index_while_stream_in_flight);
        if (table_.pending.table_class) {
            return errors::index_while_table_class_in_flight(
                table_.name, values::text_of(*table_.pending.table_class)
            );
        }
        return {};
    }

    Result<void> check_on_demand_change() const {
        if (table_.pending.capacity) return errors::on_demand_while_billing_in_flight();
        if (const auto* index = allocating_index()) {
            return errors::on_demand_while_index_created(*index);
        }
        return {};
    }

    // AWS: accepted while an index is being built. [case UpdateTable/deletion_protection]
    Result<void> check_protection_change() const {
        const model::PendingChanges& pending = table_.pending;
        if (pending.capacity || pending.stream || pending.table_class) {
            return errors::table_not_active_for_protection();
        }
        return {};
    }

private:
    ApiError stream_error(const errors::Text<3>& text) const {
        const std::string_view operation = table_.stream.enabled ? "ENABLE" : "DISABLE";
        return text(table_.name, table_.latest_stream_label, operation);
    }

    // The name of the index, of either kind, that is being created, or null.
    const std::string* allocating_index() const {
        return find_index([](const auto& index) { return index.is_allocating(); });
    }

    const std::string* deleting_index() const {
        return find_index([](const auto& index) { return index.status == IndexStatus::Deleting; });
    }

    template <class Is>
    const std::string* find_index(const Is& is) const {
        for (const auto& index : table_.global_indexes) {
            if (is(index)) return &index.name;
        }
        for (const auto& index : table_.vector_indexes) {
            if (is(index)) return &index.name;
        }
        return nullptr;
    }

    const TableDescription& table_;
};

Result<void> check_settled_status(const TableDescription& table) {
    if (table.status == TableStatus::Creating) return errors::table_being_created(table.name);
    if (table.status == TableStatus::Deleting) return errors::table_being_deleted(table.name);
    return {};
}

Result<void> apply_stream(const TableUpdate& update, TableDescription& table) {
    if (!update.request.stream) return {};
    if (update.request.stream->enabled) {
        if (table.stream.enabled) return errors::stream_already_enabled(table.name);
        enable_stream(table, update.request.stream->view_type, update.now);
    } else {
        if (!table.stream.enabled) return errors::no_stream_to_disable(table.name);
        table.stream.enabled = false;
    }
    table.pending.stream = true;
    table.status = TableStatus::Updating;
    return {};
}

Result<void> apply_encryption(const TableUpdate& update, TableDescription& table) {
    if (!update.request.encryption) return {};
    if (update.request.encryption->enabled) {
        std::string key = kms_key_arn(update.scope, *update.request.encryption);
        if (table.kms_master_key_arn == key) return errors::already_encrypted_with_key();
        table.kms_master_key_arn = std::move(key);
    } else {
        if (!table.kms_master_key_arn) return errors::already_encrypted_by_default();
        table.kms_master_key_arn.reset();
    }
    table.pending.encryption = true;
    return {};
}

void apply_table_class(const TableUpdate& update, TableDescription& table) {
    if (!update.request.table_class) return;
    table.pending.table_class = update.request.table_class;
    table.status = TableStatus::Updating;
}

// True if one of its indexes is being created, changed or deleted.
bool is_index_busy(const TableDescription& table) {
    const auto is_busy = [](const auto& index) { return index.status != IndexStatus::Active; };
    return std::ranges::any_of(table.global_indexes, is_busy) ||
           std::ranges::any_of(table.vector_indexes, is_busy);
}

// Applies GlobalTableSettingsReplicationMode. Replicas of one account support only
// ENABLED_WITH_OVERRIDES.
Result<void> apply_settings_mode(
    std::string_view mode, bool is_replica, TableDescription& description
) {
    if (mode.empty()) return {};
    const bool has_overrides = mode == "ENABLED_WITH_OVERRIDES";
    if (is_replica && !has_overrides) return errors::settings_mode_of_replica(mode);
    if (is_replica) return {};
    // AWS: [case UpdateTable/settings_mode]
    if (has_overrides) return errors::settings_mode_of_region(mode);
    description.settings_replication = mode == "ENABLED";
    return {};
}

}  // namespace

Result<void> check_in_flight(const TableUpdate& update) {
    const requests::tables::UpdateTableRequest& request = update.request;
    const TableDescription& table = update.before;
    STATOR_CHECK(check_settled_status(table));
    if (table.pending.replicas) return errors::replicas_in_flight();
    const InFlight in_flight(table);
    if (request.billing_mode || request.throughput) {
        STATOR_CHECK(in_flight.check_capacity_change());
    }
    if (request.stream) {
        STATOR_CHECK(in_flight.check_stream_change());
    }
    const bool lifecycle =
        !request.vector_actions.empty() ||
        std::ranges::any_of(request.index_actions, [](const requests::tables::IndexAction& action) {
            return !std::holds_alternative<requests::tables::IndexUpdate>(action);
        });
    if (lifecycle) {
        STATOR_CHECK(in_flight.check_index_lifecycle());
    }
    if (request.on_demand_throughput.is_set()) {
        STATOR_CHECK(in_flight.check_on_demand_change());
    }
    if (request.table_class && table.pending.table_class) {
        return errors::table_class_in_flight(
            table.name, values::text_of(*table.pending.table_class)
        );
    }
    if (request.encryption && table.pending.encryption) return errors::encryption_in_flight();
    if (request.deletion_protection) return in_flight.check_protection_change();
    return {};
}

Result<TableDescription> updated_table(
    const TableDescription& table,
    const requests::tables::UpdateTableRequest& request,
    const model::TableScope& scope,
    Instant now
) {
    // AWS: an internal error, once the table is found. [case UpdateTable/empty_throughput]
    if (request.only_empty_throughput) return errors::empty_throughput_alone();
    const TableUpdate update{table, request, scope, now};
    STATOR_CHECK(check_in_flight(update));
    TableDescription after = table;
    STATOR_CHECK(apply_capacity(update, after));
    STATOR_CHECK(apply_stream(update, after));
    STATOR_CHECK(apply_encryption(update, after));
    STATOR_CHECK(apply_index_actions(update, after));
    STATOR_CHECK(apply_vector_actions(update, after));
    apply_table_class(update, after);
    after.deletion_protection = request.deletion_protection.value_or(after.deletion_protection);
    return after;
}

Result<void> check_settled(const TableDescription& table) {
    STATOR_CHECK(check_settled_status(table));
    if (is_index_busy(table) || table.status != TableStatus::Active)
        return errors::replicas_in_flight();
    return {};
}

Result<void> check_deletable(const TableDescription& table) {
    STATOR_CHECK(check_settled_status(table));
    if (table.pending.replicas) return errors::replicas_in_flight();
    if (is_index_busy(table)) return errors::delete_while_index_in_flight();
    if (table.pending.stream) return errors::delete_while_stream_in_flight();
    if (table.status == TableStatus::Updating) return errors::table_being_updated(table.name);
    if (table.deletion_protection) return errors::protected_against_deletion();
    return {};
}

TableEdit update_edit(const requests::tables::UpdateTableRequest& request) {
    using Next = std::optional<TableDescription>;
    return [&request](const EditedTable& table) -> Result<Next> {
        STATOR_CHECK(check_restored(table.description));
        STATOR_TRY(
            TableDescription next, updated_table(table.description, request, table.scope, table.now)
        );
        const bool ends_stream = table.description.stream.enabled && !next.stream.enabled;
        // AWS: with strong consistency, replication does not use streams.
        if (ends_stream && table.is_replica && !table.is_strong) return errors::stream_of_replica();
        STATOR_CHECK(apply_settings_mode(request.settings_mode, table.is_replica, next));
        if (next == table.description) return Next();
        return Next(std::move(next));
    };
}

}  // namespace stator::engine::definition
