// Checks the contents of a data file, item by item.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "engine/persistence/checking/report.hpp"
#include "engine/persistence/data_file.hpp"
#include "engine/schema/schema.hpp"

namespace stator::engine::persistence::checking {

// A table or a backup whose definition can be read.
struct CheckedTable {
    StoredTable stored;
    std::string name;  // "table Music (us-east-1)", the beginning of report lines
    schema::TableSchema schema;
};

// Returns nullopt and adds a problem if the definition cannot be read.
std::optional<CheckedTable> check_definition(const StoredTable& stored, Report& report);

// Checks the items of one table: each must be readable, have the table's keys, and be the only item
// with these keys.
class ItemCheck {
public:
    ItemCheck(const CheckedTable& table, Report& report) : table_(table), report_(report) {}

    // Returns false and adds a problem if the item must not be used.
    bool is_sound(std::uint64_t row_id, std::string_view payload);

private:
    bool refuse(std::uint64_t row_id, const std::string& what);

    const CheckedTable& table_;
    Report& report_;
    std::unordered_set<std::string> keys_;
};

// Returns false and adds a problem if an image of a history cannot be read or does not have the
// table's keys.
bool check_change(
    const CheckedTable& table, std::uint64_t position, std::string_view payload, Report& report
);

// Returns false and adds a problem if no section can read the entry.
bool check_entry(const EntryRow& entry, const AcceptsEntry& accepts, Report& report);

// Adds problems, notes and figures about all tables, backups, streams, histories and entries.
void check_content(DataFile& file, const AcceptsEntry& accepts, Report& report);

}  // namespace stator::engine::persistence::checking
