// Requests about backups, point-in-time recovery and restores, as a client sends them.
#pragma once

#include <cstdint>
#include <string>

#include "tests/simulation/operations/operation.hpp"
#include "tests/simulation/operations/requests.hpp"

namespace stator::simulation {

Request create_backup(std::size_t table);
Request delete_backup(const std::string& arn);
// Lists backups of all types.
Request list_backups();
Request change_recovery(const RecoveryChange& change);
Request describe_recovery(std::size_t table);

// Makes kRestoredTable.
Request restore_backup(const std::string& arn);
Request restore_moment(std::size_t table, std::int64_t moment_ms);
Request delete_restored_table();
// An item of kRestoredTable.
Request delete_restored_item(const Key& key);

}  // namespace stator::simulation
