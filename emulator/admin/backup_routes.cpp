#include "emulator/admin/backup_routes.hpp"

#include <array>

#include "emulator/forms/time_text.hpp"
#include "emulator/observe/laboratory.hpp"
#include "engine/backup_inspection.hpp"

namespace stator::emulator::admin {
namespace {

using engine::BackupState;
using engine::HistoryState;
using protocol::wire::JsonWriter;

void write_moment(JsonWriter& json, const std::string& name, engine::Instant time) {
    json.string_member(name, forms::time_text(time));
    json.integer_member(name + "Ms", time.unix_ms());
}

void write_backup(JsonWriter& json, const BackupState& backup) {
    const protocol::model::BackupDescription& description = backup.description;
    json.begin_object();
    json.string_member("region", backup.place.region);
    json.string_member("table", description.table.name);
    json.string_member("name", description.name);
    json.string_member("arn", description.arn);
    json.string_member("status", protocol::model::status_text(description.status));
    json.string_member("type", protocol::model::backup_type_text(description.type));
    json.integer_member("items", description.content.items);
    json.integer_member("bytes", description.size_bytes);
    write_moment(json, "created", description.creation_time);
    if (description.expiry) write_moment(json, "expires", *description.expiry);
    json.end_object();
}

forms::Accepted<AdminAnswer> get_backups(observe::Laboratory& laboratory, const AdminCall& call) {
    AdminAnswer answer;
    JsonWriter json(answer.body);
    json.begin_object();
    json.key("backups");
    json.begin_array();
    const auto table = call.query_value("table");
    for (const BackupState& backup : engine::inspect_backups(laboratory.universe(), table)) {
        write_backup(json, backup);
    }
    json.end_array();
    json.end_object();
    return answer;
}

void write_history(JsonWriter& json, const HistoryState& history) {
    json.begin_object();
    json.string_member("region", history.place.region);
    json.string_member("table", history.table);
    json.key("recovery");
    json.boolean(history.recovery.enabled);
    if (history.recovery.enabled) {
        json.integer_member("periodDays", history.recovery.recovery_period_days);
        write_moment(json, "earliest", history.recovery.earliest_restorable);
        write_moment(json, "latest", history.recovery.latest_restorable);
    }
    json.integer_member("changes", static_cast<std::int64_t>(history.changes));
    json.integer_member("bytes", static_cast<std::int64_t>(history.bytes));
    json.end_object();
}

forms::Accepted<AdminAnswer> get_history(observe::Laboratory& laboratory, const AdminCall& call) {
    const auto memory = laboratory.administration().history_memory();
    AdminAnswer answer;
    JsonWriter json(answer.body);
    json.begin_object();
    json.integer_member("usedBytes", static_cast<std::int64_t>(memory.used_bytes));
    json.integer_member("limitBytes", static_cast<std::int64_t>(memory.limit_bytes));
    json.integer_member("forgottenChanges", static_cast<std::int64_t>(memory.forgotten_changes));
    json.key("tables");
    json.begin_array();
    const auto table = call.query_value("table");
    for (const HistoryState& history : engine::inspect_histories(laboratory.universe(), table)) {
        write_history(json, history);
    }
    json.end_array();
    json.end_object();
    return answer;
}

constexpr std::array kBackupRoutes = {
    AdminRoute{"GET", "/_stator/v1/backups", get_backups, "", "table"},
    AdminRoute{"GET", "/_stator/v1/history", get_history, "", "table"},
};

}  // namespace

AdminRoutes backup_routes() {
    return kBackupRoutes;
}

}  // namespace stator::emulator::admin
