// The counters of a data file: the table `meta`.
//
// `kLogsStarted` and `kLogsFolded` are numbers of change logs (log_format.hpp). Each log whose
// number is higher than the second one and not higher than the first one must exist, or changes are
// missing. Two more counters record the origin of these logs.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::sqlite {

// Keys. Never change once released.
inline constexpr std::string_view kLastSequence = "last_sequence";
inline constexpr std::string_view kLastTableNumber = "last_table_number";
inline constexpr std::string_view kDataFileId = "data_file_id";  // unique
inline constexpr std::string_view kLogsStarted = "logs_started";
inline constexpr std::string_view kLogsFolded = "logs_folded";
inline constexpr std::string_view kLogsForced = "logs_forced";  // 1: each append was synced
inline constexpr std::string_view kLogsBoot = "logs_boot";      // identifies the machine's boot
inline constexpr std::string_view kSchemaSum = "schema_sum";    // schema_sum()

// Throws Error, Corrupt if the counter is missing or damaged.
std::uint64_t read_counter(Connection& connection, std::string_view key);

void write_counter(Connection& connection, std::string_view key, std::uint64_t value);

// Makes the file's own number, `kDataFileId`, the seed of its checksums. The schema must be
// current. Throws Error, Corrupt if the number is missing or damaged.
void take_sum_seed(Connection& connection);

// For a damaged file: takes the seed that makes rows intact, from `meta` or from the copy in the
// table of seals. Returns false if neither does.
bool find_sum_seed(Connection& connection);

// The checksum of the list of tables and indexes.
std::uint64_t schema_sum(Connection& connection);

}  // namespace stator::engine::persistence::sqlite
