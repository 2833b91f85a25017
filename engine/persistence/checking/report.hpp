// The results of a check, as values.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/persistence/journal.hpp"

namespace stator::engine::persistence::checking {

struct Figures {
    std::uint64_t tables = 0;
    std::uint64_t backups = 0;
    std::uint64_t items = 0;
    std::uint64_t item_bytes = 0;  // as DynamoDB bills them
    std::uint64_t streams = 0;
    std::uint64_t records = 0;
    std::uint64_t changes = 0;  // of histories
    std::uint64_t entries = 0;
    std::uint64_t log_changes = 0;  // in the change log, not in the data file yet
};

// Lines for the user, in the order in which they were found.
struct Report {
    std::vector<std::string> problems;
    // Useful information that is not a problem.
    std::vector<std::string> notes;
    Figures figures;
};

// Returns true if a durable section can read the entry.
using AcceptsEntry = std::function<bool(const EntryRow& entry)>;

}  // namespace stator::engine::persistence::checking
