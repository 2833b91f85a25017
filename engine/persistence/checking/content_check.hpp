// What is in a data file, looked at item by item.
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
    std::string name;  // "table Music (us-east-1)", as lines begin
    schema::TableSchema schema;
};

// Nothing when the definition cannot be read; then there is a problem.
std::optional<CheckedTable> check_definition(const StoredTable& stored, Report& report);

// The items of one table: whether each can be read, has the table's keys, and is the only one with
// them.
class ItemCheck {
public:
    ItemCheck(const CheckedTable& table, Report& report) : table_(table), report_(report) {}

    // False when the item is not to be used; then there is a problem.
    bool is_sound(std::uint64_t row_id, std::string_view payload);

private:
    bool refuse(std::uint64_t row_id, const std::string& what);

    const CheckedTable& table_;
    Report& report_;
    std::unordered_set<std::string> keys_;
};

// False, and a problem, when an image of a history cannot be read or has not the table's keys.
bool check_change(
    const CheckedTable& table, std::uint64_t position, std::string_view payload, Report& report
);

// False, and a problem, when no section can read the entry.
bool check_entry(const EntryRow& entry, const AcceptsEntry& accepts, Report& report);

// Adds problems, notes and figures about all tables, backups, streams, histories and entries.
void check_content(DataFile& file, const AcceptsEntry& accepts, Report& report);

}  // namespace stator::engine::persistence::checking
