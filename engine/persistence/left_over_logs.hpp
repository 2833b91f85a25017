// The change logs that earlier processes left in a data directory: which of them must be folded,
// and which are damaged.
#pragma once

#include <string>
#include <vector>

#include "engine/persistence/changes/log_scan.hpp"
#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence {

struct LeftOverLog {
    std::string path;
    changes::LogIdentity identity;
    changes::LogScan scan;
};

struct LeftOverLogs {
    // Logs whose sound changes are not in the data file yet, in order, up to the first log that is
    // not sound to its end.
    std::vector<LeftOverLog> unfolded = {};
    // Files that are no longer needed: their changes are in the data file, or they are empty.
    std::vector<std::string> spent = {};
    // Files after a gap that a power failure caused. They are kept under another name.
    std::vector<std::string> cut_off = {};
    // Damage: "PATH is damaged at byte 4096 (…)". The data file must not be used then.
    std::vector<std::string> problems = {};
    // Sentences about changes that a power failure may have removed.
    std::vector<std::string> notes = {};

    bool is_empty() const {
        return unfolded.empty() && spent.empty() && cut_off.empty() && problems.empty();
    }
};

// Reads the logs of a directory and compares them with the counters of its data file, whose schema
// is current. Changes nothing. Throws Error, and std::system_error if a log cannot be read.
LeftOverLogs find_left_over_logs(sqlite::Connection& connection, const std::string& directory);

// Like find_left_over_logs(), for a data file whose counters cannot be read: relies on the headers
// of the logs and reads them up to the first damage. Throws std::system_error if a log cannot be
// read.
LeftOverLogs find_logs_by_their_headers(const std::string& directory);

// Identifies the current boot of the machine; the same for all processes.
std::uint64_t this_boot();

}  // namespace stator::engine::persistence
