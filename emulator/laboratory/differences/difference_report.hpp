// The differences between two subjects, as values and as text. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/inspection/differences.hpp"
#include "engine/inspection/frozen_tables.hpp"

namespace stator::emulator::laboratory::differences {

// All strings except the path are JSON; "" if the value is missing.
struct PathDifference {
    std::string path;
    std::string before;
    std::string after;
};

struct ItemDifference {
    enum class Kind : unsigned char { Added, Removed, Changed };

    Kind kind = Kind::Changed;
    std::string key;
    std::string item = {};                   // the added or removed item
    std::vector<PathDifference> paths = {};  // the differences in a changed item
};

struct TableDifference {
    enum class Presence : unsigned char { Both, OnlyBefore, OnlyAfter };

    std::string region;
    std::string table;
    // The table's name on the other side if it differs.
    std::string other_table = {};
    Presence presence = Presence::Both;
    // If true, items are not compared.
    bool has_other_keys = false;
    // If only one side has the table: all its items.
    engine::inspection::DifferenceCounts counts = {};
    // The first items that differ.
    std::vector<ItemDifference> items = {};

    bool is_none() const {
        return presence == Presence::Both && !has_other_keys && counts.is_none();
    }
};

struct DifferenceReport {
    std::string before;  // as the user wrote it
    std::string after;
    // The tables that differ.
    std::vector<TableDifference> tables = {};
    // More items differ than the limit allows to list.
    bool is_cut = false;

    bool is_equal() const { return tables.empty(); }
};

// Compares the tables: one table with one, or tables with the same region and name. Lists at most
// `most_items` items, and counts the others.
DifferenceReport compare(
    const engine::inspection::FrozenTables& before,
    const engine::inspection::FrozenTables& after,
    bool is_one_table,
    std::size_t most_items
);

std::string report_json(const DifferenceReport& report);
// "" if nothing differs.
std::string report_text(const DifferenceReport& report);

}  // namespace stator::emulator::laboratory::differences
