#include "tests/simulation/operations/backup_requests.hpp"

#include "tests/simulation/operations/request_json.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

// A request that has one member, and more.
std::string request_json(const char* name, const std::string& text, const std::string& more = "") {
    return "{" + quoted(name) + ":" + quoted(text) + more + "}";
}

std::string of_table(std::size_t table, const std::string& more = "") {
    return request_json("TableName", table_name(table), more);
}

std::string target_member() {
    return member("TargetTableName", quoted(kRestoredTable));
}

// A time in seconds, to the millisecond.
std::string seconds_json(std::int64_t time_ms) {
    const std::string fraction = std::to_string(1'000 + time_ms % 1'000).substr(1);
    return std::to_string(time_ms / 1'000) + "." + fraction;
}

}  // namespace

Request create_backup(std::size_t table) {
    return {"CreateBackup", of_table(table, member("BackupName", quoted("nightly")))};
}

Request delete_backup(const std::string& arn) {
    return {"DeleteBackup", request_json("BackupArn", arn)};
}

Request list_backups() {
    return {"ListBackups", request_json("BackupType", "ALL")};
}

Request change_recovery(const RecoveryChange& change) {
    std::string json = "{\"PointInTimeRecoveryEnabled\":";
    json.append(change.enables ? "true" : "false");
    if (change.enables && change.period_days != 0) {
        json.append(member("RecoveryPeriodInDays", std::to_string(change.period_days)));
    }
    const std::string specification = member("PointInTimeRecoverySpecification", json + "}");
    return {"UpdateContinuousBackups", of_table(change.table, specification)};
}

Request describe_recovery(std::size_t table) {
    return {"DescribeContinuousBackups", of_table(table)};
}

Request restore_backup(const std::string& arn) {
    return {"RestoreTableFromBackup", request_json("BackupArn", arn, target_member())};
}

Request restore_moment(std::size_t table, std::int64_t moment_ms) {
    const std::string time = member("RestoreDateTime", seconds_json(moment_ms));
    const std::string json =
        request_json("SourceTableName", table_name(table), target_member() + time);
    return {"RestoreTableToPointInTime", json};
}

Request delete_restored_table() {
    return {"DeleteTable", request_json("TableName", kRestoredTable)};
}

Request delete_restored_item(const Key& key) {
    const std::string where = member("Key", item_json(key_item(key)));
    return {"DeleteItem", request_json("TableName", kRestoredTable, where)};
}

}  // namespace stator::simulation
